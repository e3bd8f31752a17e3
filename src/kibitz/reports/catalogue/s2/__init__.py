"""Report S2: its tables and claims."""
