"""Tournaments that a server runs and players that it trains for its users."""
