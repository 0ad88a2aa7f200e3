"""The samples that the page shows on a click."""

from __future__ import annotations

from scorecheck.resources import data_folder

SAMPLES = {
    "slips": "chouette/mcc-extra.xlsx",
    "right": "doppelkopf/five-players.xlsx",
    "event": "events/tcg-faulty",
    "card": "yatzy/yatzy-faulty.csv",
}
"""A file or a folder below ``samples``, by the name that the page asks for."""


def sample(name: str) -> list[tuple[str, bytes]]:
    """The files of a sample with their paths, told from its own name on.

    Raises:
        KeyError: there is none of that name.
    """
    place = data_folder("samples") / SAMPLES[name]
    files = sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]
    return [(path.relative_to(place.parent).as_posix(), path.read_bytes()) for path in files]
