"""Reads a file into a Workbook: one module per format, with a table of formats in ``read``.

What is damaged, encrypted or beyond the ``limits`` is refused with ``CannotRead``, wherever that is noticed;
no other exception comes out of a file. So a docstring names it only where there is more to say.
"""
