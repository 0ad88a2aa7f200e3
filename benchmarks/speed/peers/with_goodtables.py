"""goodtables: the structure, and whole numbers by a schema; it knows no sums."""

import sys

from goodtables import validate
from told import files, tell

rows = wrong = 0
for path in files(sys.argv[1:], ".xlsx"):
    report = validate(path, infer_schema=True, row_limit=10**9)
    rows += report["tables"][0]["row-count"] - 1
    wrong += report["error-count"]
tell(rows, wrong)
