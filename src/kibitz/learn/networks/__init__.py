"""How networks are trained: examples, the training itself, and where the examples come from."""
