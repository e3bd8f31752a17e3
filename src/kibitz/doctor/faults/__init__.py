"""The library of faults: textbook searches, and a table for each family of ways in which they go wrong."""
