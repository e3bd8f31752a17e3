"""Players that a server trains for its users."""
