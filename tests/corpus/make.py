"""Makes the files of the corpus anew: ``python tests/corpus/make.py [folder …]``.

They are committed, so that the tests need none of the writers: openpyxl, xlsxwriter, pandas, odfpy
and xlwt from PyPI, LibreOffice (``soffice``) and gnumeric (``ssconvert``) from the system. Made
again they say the same; dates of saving and the like in them may differ.
"""

from __future__ import annotations

import sys
from importlib import import_module

FOLDERS = ("place", "cells", "notation", "hidden", "files", "players", "formats")


def main() -> None:
    """Makes the folders that are named, or all."""
    for folder in sys.argv[1:] or FOLDERS:
        import_module(f"makers.{folder}").make()


if __name__ == "__main__":
    main()
