"""What makes the files of the corpus: one module a folder, and the writers that they share."""
