"""Kibitz as an engine: it answers other people's programs, in a protocol of theirs. One file for each protocol."""
