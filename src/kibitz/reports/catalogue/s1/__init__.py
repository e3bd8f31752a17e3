"""Report S1: its tables and claims."""
