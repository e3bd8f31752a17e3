"""The kinds of exercise, one file each, found by being in this folder."""
