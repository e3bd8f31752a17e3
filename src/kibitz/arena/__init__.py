"""Matches, tournaments, ratings and grades: which player is better, by how much, and how sure that is."""
