"""A file becomes a Workbook: one module a format, one table of formats in ``read``."""
