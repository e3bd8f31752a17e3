"""From a game's rules to machine code: the bridge to Numba, the cache on disk, compiling in a process of its own."""
