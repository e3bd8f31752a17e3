"""Hints in three steps, each giving away more: where to look, what kind of move it is, the move."""
