"""An event of Doppelkopf as files."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Anna", "Bernd", "Chris", "Dora", "Jürgen", "Øystein", "Ελένη", "Сергей")


def event(folder: Path, players: int, rounds: int) -> None:
    """Writes the sheets of an event."""
    luck = random.Random(7)
    names = [f"{NAMES[at % len(NAMES)]} {at}" for at in range(players)]
    for number in range(1, rounds + 1):
        luck.shuffle(names)
        (folder / f"Runde {number}").mkdir(parents=True)
        for table in range(players // 4):
            lines = [",".join(("Spiel", *names[4 * table : 4 * table + 4]))]
            for game in range(1, 25):
                value, winners = luck.randint(1, 5), luck.sample(range(4), 2)
                lines.append(
                    ",".join(map(str, (game, *(value if n in winners else -value for n in range(4)))))
                )
            path = folder / f"Runde {number}" / f"Tisch {table + 1}.csv"
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
