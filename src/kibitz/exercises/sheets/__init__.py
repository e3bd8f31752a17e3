"""Tasks on paper, and as question banks for other programs."""
