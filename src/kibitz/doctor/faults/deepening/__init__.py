"""Faults of deepening, aspiration windows, null windows and killer moves."""
