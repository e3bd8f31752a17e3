"""What is shown of a tournament: tables, plots, pages, files, and the conclusion in plain words."""
