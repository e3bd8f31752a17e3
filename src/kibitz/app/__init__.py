"""Use cases as functions that return values; every face calls these."""
