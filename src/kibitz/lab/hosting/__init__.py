"""Experiments that a server measures for its users."""
