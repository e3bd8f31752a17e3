"""Tests of the web app without a browser."""
