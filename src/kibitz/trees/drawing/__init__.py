"""Where the nodes of a tree go on a drawing, and what the signs mean."""
