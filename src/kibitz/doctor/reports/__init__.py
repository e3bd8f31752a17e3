"""What was found, in words, as data and as a page."""
