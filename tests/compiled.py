"""Each module is compiled once: the workers of the tests, and the programs that they start, read the same."""

from __future__ import annotations

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
