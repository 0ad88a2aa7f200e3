"""pandera: whole numbers in every column, an empty cell where somebody sits out, and a sum of 0."""

import sys

import pandas as pd
import pandera.pandas as pa
from told import files, tell

rows = wrong = 0
schema = None
for path in files(sys.argv[1:], ".xlsx"):
    frame = pd.read_csv(path) if path.endswith(".csv") else pd.read_excel(path, engine="calamine")
    if schema is None or list(schema.columns) != list(frame.columns):
        game, *players = frame.columns
        schema = pa.DataFrameSchema(
            {
                game: pa.Column("Int64", unique=True, coerce=True),
                **{name: pa.Column("Int64", nullable=True, coerce=True) for name in players},
            },
            checks=pa.Check(lambda table: table.iloc[:, 1:].sum(axis=1) == 0, name="zero-sum"),
        )
    rows += len(frame)
    try:
        schema.validate(frame, lazy=True)
    except pa.errors.SchemaErrors as errors:
        wrong += errors.failure_cases["index"].nunique()
tell(rows, wrong)
