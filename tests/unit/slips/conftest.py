"""The benchmarks are no part of the package: they are imported from the root of the repository."""

import sys

from support import ROOT

sys.path.insert(0, str(ROOT))
