"""Faults in what a leaf is, and in what it is worth."""
