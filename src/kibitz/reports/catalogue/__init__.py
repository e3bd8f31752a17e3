"""Every table and claim of the five reports, one short file each."""
