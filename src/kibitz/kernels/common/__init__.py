"""What the compiled searches share: control of a running search, random numbers, tables, symmetry, traces."""
