"""What a search did, as a tree: recorded, laid out, written and read."""
