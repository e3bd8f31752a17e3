"""A Python function under examination: how it is recognised, what it is handed, and what is seen of it."""
