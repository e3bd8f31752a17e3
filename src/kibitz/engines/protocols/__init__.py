"""Kibitz as an engine for other people's programs, one file for each protocol."""
