"""Heuristics: one file for each family of games."""
