"""Questions about any search of any game: growth, ablation, horizon."""
