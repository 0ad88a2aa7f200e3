"""One file from its bytes to findings and results: read, recognised, checked, repaired."""
