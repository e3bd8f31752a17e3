"""Faults in when a node stops looking, and in what it returns then."""
