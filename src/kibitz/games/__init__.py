"""The rules of every shipped game, one file each."""
