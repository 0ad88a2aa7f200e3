"""Checks the scoresheets of a games club and ranks its tournaments."""

__version__ = "0.1.0"
