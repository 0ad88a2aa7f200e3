"""Sheets that were kept of one table beside each other: row against row, cell against cell."""
