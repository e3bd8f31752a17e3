"""Players that are other people's programs, one file for each protocol they speak."""
