"""The searchers that run as machine code, one module each, found by being in this folder; none imports the compiler."""
