"""What experiments measure again and again."""
