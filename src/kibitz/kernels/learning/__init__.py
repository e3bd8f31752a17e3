"""Learning in machine code: games against itself, and what is learned from them."""
