"""What the readable searches share: the run that counts, limits, move ordering, the transposition table, deepening."""
