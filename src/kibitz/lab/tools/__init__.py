"""Measurements of any search of any game: growth, ablation, horizon."""
