"""What a search did, as a tree: recorded, replayed, explained, drawn, written and read."""
