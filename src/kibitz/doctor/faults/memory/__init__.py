"""Faults of a table of known positions."""
