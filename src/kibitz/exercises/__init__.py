"""Exercises: tasks about searches, made from a seed, marked by the algorithm itself, on the page and on paper."""
