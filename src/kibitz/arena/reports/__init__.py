"""A tournament told: tables, drawings, pages, and what it all shows in plain words."""
