"""Players that are other people's programs, one file for each protocol they speak, or functions in a user's file."""
