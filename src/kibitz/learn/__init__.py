"""Players that learn: methods, their training, and how good they are at every step beside perfect play."""
