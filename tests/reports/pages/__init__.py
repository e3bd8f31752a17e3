"""Tests of the web app in a real browser."""
