"""Kibitz: a laboratory for adversarial search."""

__version__ = "0.1.0"
