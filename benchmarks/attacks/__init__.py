"""The larger kinds of attack.py, a module for each."""
