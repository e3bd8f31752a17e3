"""Faults of the negamax form: signs, colours and points of view."""
