"""The searches once more, compiled: the same rules and evaluators at the speed of machine code."""
