"""The browser face: one page, and the questions it asks."""
