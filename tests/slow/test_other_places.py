"""Time zones and locales that change no result: a process for each output."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.test_places import PLACES, first, outputs

__all__ = ["first"]


@pytest.mark.parametrize("place", PLACES[1:-1], ids=lambda place: place["TZ"])
def test_the_results_are_the_same(place: dict[str, str], first: dict[str, bytes], tmp_path: Path) -> None:
    found = outputs(tmp_path, place)
    assert found.keys() == first.keys()
    assert [name for name in found if found[name] != first[name]] == []
