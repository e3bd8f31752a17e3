"""Minimax, alpha-beta and PVS, compiled."""
