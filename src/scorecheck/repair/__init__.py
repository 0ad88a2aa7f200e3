"""From what a sheet says twice: which cell is wrong, what it should say, and how sure that is."""
