"""The programs of the five reports, rebuilt from their descriptions, faults included; found by being in this folder.

Each is a searcher called `replica-…` and so a player as well. Every fault is a switch, on by default
(`replica-s0-minimax:leaf_side=false`), and is explained where it is defined; what a replica and a fault are is said in
`search/replica.py`. With every switch off a replica plays as the searches it was meant to be.
"""
