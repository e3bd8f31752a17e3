"""What an examination may find, a file each: the reports on programs that are right, slow, unstable or fail."""
