"""Checks: whether a game obeys the laws that every game must, and an outside program its protocol."""
