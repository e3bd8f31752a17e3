"""`python -m kibitz` is the command `kibitz`."""

import sys

try:
    from kibitz.cli.main import main
except KeyboardInterrupt:  # pressed while everything was being loaded: nothing has begun that could be lost
    sys.exit(130)

main()
