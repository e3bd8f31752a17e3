"""Positions as drawings: SVG and text, for boards of every shape."""
