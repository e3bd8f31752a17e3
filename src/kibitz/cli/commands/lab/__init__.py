"""The commands of the lab: its catalogue, and the tools for any search."""
