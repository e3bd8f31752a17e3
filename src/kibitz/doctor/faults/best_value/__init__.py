"""Faults in how a node keeps the best value of its children."""
