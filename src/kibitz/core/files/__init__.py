"""Files of the user: where they are kept, and how they are written."""
