"""The standard library alone: reads, adds up every game, knows no rule but that the sum is 0."""

import csv
import sys
from pathlib import Path

from told import files, tell

wrong = rows = 0
for path in files(sys.argv[1:], ".csv"):
    with Path(path).open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        next(lines)
        for line in lines:
            rows += 1
            wrong += sum(int(cell) for cell in line[1:] if cell) != 0
tell(rows, wrong)
