"""Answers about a position or a game: best moves, exact scores, reviews, explanations."""
