"""Published tables and claims as files that anybody can run again."""
