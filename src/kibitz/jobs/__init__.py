"""What all long work shares: processes, workers, clusters, databases, and runs that start, stop and resume."""
