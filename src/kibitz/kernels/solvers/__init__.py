"""Solvers: exact scores, for any small game and for single games by methods of their own."""
