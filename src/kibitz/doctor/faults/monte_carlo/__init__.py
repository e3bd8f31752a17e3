"""Faults of Monte Carlo tree search."""
