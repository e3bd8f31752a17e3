"""The library of faults: textbook searches, and one file for each way in which they go wrong."""
