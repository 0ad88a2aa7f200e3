"""pandas: reads, and finds the games whose sum is not 0."""

import sys

import pandas as pd
from told import files, tell

rows = wrong = 0
for path in files(sys.argv[1:], ".xlsx"):
    frame = pd.read_csv(path) if path.endswith(".csv") else pd.read_excel(path, engine="calamine")
    rows += len(frame)
    wrong += int((frame.iloc[:, 1:].sum(axis=1) != 0).sum())
tell(rows, wrong)
