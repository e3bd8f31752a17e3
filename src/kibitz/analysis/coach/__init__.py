"""What a teacher says at the board: what a move was worth, why, and how a whole game was played."""
