"""frictionless: a schema of whole numbers, and a row constraint that the sum is 0."""

import sys

from frictionless import Checklist, Resource, Schema, checks, fields, system
from told import files, tell

# Else it refuses paths that are not below the working folder.
system.trusted = True
rows = wrong = 0
for path in files(sys.argv[1:], ".xlsx"):
    resource = Resource(path=path)
    with resource:
        game, *players = resource.header
    names = [fields.IntegerField(name=name) for name in (game, *players)]
    total = " + ".join(f"({name} or 0)" for name in players)
    resource = Resource(path=path, schema=Schema(fields=names))
    # Who sits out has an empty cell; in a workbook the last one of a row is not there at all.
    checklist = Checklist(
        checks=[checks.row_constraint(formula=f"{total} == 0")], skip_errors=["missing-cell"]
    )
    report = resource.validate(checklist)
    rows += report.tasks[0].stats["rows"]
    wrong += len({error[0] for error in report.flatten(["rowNumber"])})
tell(rows, wrong)
