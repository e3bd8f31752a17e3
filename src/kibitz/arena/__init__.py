"""Players, and the games they play."""
