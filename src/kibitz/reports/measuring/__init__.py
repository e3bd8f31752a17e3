"""Measurements that several experiments share."""
