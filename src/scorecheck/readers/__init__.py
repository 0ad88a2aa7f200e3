"""Reads a file into a Workbook: one module per format, with a table of formats in ``read``."""
