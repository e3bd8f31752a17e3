"""The engine: deepening principal variation search with a table, reductions and threads."""
