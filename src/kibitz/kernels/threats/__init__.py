"""Threat search, compiled."""
