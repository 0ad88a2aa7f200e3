"""Players, and how they are spelled."""

from __future__ import annotations

from makers.tables import EIGHT, EIGHT_WRONG, SIX, table
from makers.writers import csv_text, with_openpyxl, with_text

EVENT = """\
[event]
name = "Clubabend"
game = "doppelkopf"

[[rounds]]
name = "Runde 1"
sheets = ["runde1.csv"]

[[rounds]]
name = "Runde 2"
sheets = ["runde2.csv"]

[players]
Anna = []
"Anna M." = []
"Müller" = ["Mueller"]
Dora = []
"""


def make() -> None:
    """Makes the files."""
    spelled = {
        "Runde 1": table(EIGHT_WRONG, ["Anna", "Müller", "Anna M.", "Dora"]),
        "Runde 2": table(SIX, ["anna ", "Mueller", "ANNA  M.", " Dora"]),
    }
    with_openpyxl("players/spellings.xlsx", spelled)
    with_text("players/same-name-twice.csv", csv_text(table(EIGHT, ["Anna", "Bernd", "ANNA ", "Dora"])))
    with_text("players/event/event.toml", EVENT)
    with_text("players/event/runde1.csv", csv_text(table(EIGHT, ["Anna", "Müller", "Anna M.", "Dora"])))
    with_text("players/event/runde2.csv", csv_text(table(SIX, ["anna ", "Mueller", "ANNA M.", "Dorra"])))
