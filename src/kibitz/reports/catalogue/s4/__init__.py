"""Report S4: its tables and claims."""
