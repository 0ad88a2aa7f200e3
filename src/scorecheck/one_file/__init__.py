"""A file from its bytes to its findings and results: read, recognised, checked, repaired."""
