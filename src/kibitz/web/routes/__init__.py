"""Routes of the API, a module for each subject."""
