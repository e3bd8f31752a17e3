"""What was learned: tables, tuples and networks as files, and what they say about a position."""
