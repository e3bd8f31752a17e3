"""Proof-number search, compiled."""
