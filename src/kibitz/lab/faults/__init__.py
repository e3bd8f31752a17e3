"""The faults of the published programs."""
