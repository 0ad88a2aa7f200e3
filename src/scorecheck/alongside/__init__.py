"""Sheets of one table, compared row by row and cell by cell."""
