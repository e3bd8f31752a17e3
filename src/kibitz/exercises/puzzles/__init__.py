"""Puzzles from solved games: kinds of exercise as well, found by being in this folder."""
