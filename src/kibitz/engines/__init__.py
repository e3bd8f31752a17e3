"""Outside programs as players, and Kibitz as an engine for other people's programs."""
