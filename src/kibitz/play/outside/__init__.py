"""Players from outside: one file for each protocol that programs speak, and for functions in a user's file."""
