"""Games in files."""
