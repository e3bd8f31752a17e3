"""Networks as machine code: one position at a time, on one core."""
