"""The file formats of games, one file each."""
