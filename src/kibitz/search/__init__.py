"""Searches in readable form, each in the shape of its textbook."""
