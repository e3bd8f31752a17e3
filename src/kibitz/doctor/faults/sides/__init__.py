"""Faults about whose turn it is: Max and Min confused."""
