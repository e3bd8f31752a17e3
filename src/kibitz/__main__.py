"""`python -m kibitz` is the command `kibitz`."""

import os

try:
    from kibitz.cli.main import main
except KeyboardInterrupt:  # pressed while everything was being loaded: nothing has begun that could be lost
    os.write(2, b"kibitz: stopped.\n")
    os._exit(130)

main()
