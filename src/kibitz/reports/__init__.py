"""The five course reports that Kibitz grew out of: their tables and claims, their programs and the faults of these."""
