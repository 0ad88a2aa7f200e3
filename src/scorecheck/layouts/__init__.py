"""Where the table is, which column is what, and what a cell says."""
