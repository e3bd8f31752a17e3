"""Tournaments that a server runs for its users."""
