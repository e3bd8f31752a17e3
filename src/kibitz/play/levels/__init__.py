"""Ten levels of play for every game: `level:1` for beginners to `level:10`, as strong as Kibitz is."""
