"""Reads the layout of sheets: where the table is, what each column means, and what each cell says."""
