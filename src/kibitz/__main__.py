"""`python -m kibitz` is the command `kibitz`."""

from kibitz.cli.main import main

main()
