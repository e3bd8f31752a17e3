"""Faults in how alpha and beta are passed on and updated."""
