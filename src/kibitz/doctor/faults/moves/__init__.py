"""Faults in which move is returned."""
