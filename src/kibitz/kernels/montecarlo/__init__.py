"""Monte Carlo tree search and random games, compiled."""
