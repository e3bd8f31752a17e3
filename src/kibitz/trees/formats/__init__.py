"""The file formats of a search tree, one file each."""
