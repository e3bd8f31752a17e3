"""Report S0: its tables and claims."""
