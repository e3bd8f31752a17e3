"""The words everybody shares: games, evaluators, searches, limits, scores, specs and errors."""
