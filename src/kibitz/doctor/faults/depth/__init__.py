"""Faults in how the depth is counted."""
