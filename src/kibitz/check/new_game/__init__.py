"""`kibitz new-game`: a working game to start one of your own from, with its test."""
