"""Report S3: its tables and claims."""
