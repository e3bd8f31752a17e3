"""Playing a game: players, records, sessions, levels, programs from outside, and answers about a position."""
