"""What several tests use: naive versions of the algorithms, a toy engine, a server, example runners."""
