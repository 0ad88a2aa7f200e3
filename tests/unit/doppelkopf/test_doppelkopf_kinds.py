"""The kinds of games as cells name them: a compulsory solo is one of its kind."""

from __future__ import annotations

import pytest

from scorecheck.games.doppelkopf.detail import kind_in


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Pflichtsolo", "solo"),
        ("Pflicht", "solo"),
        ("Damensolo", "queen solo"),
        ("Pflicht Damensolo", "queen solo"),
        ("Pflicht-Bubensolo", "jack solo"),
        ("compulsory queen solo", "queen solo"),
        ("Hochzeit", "wedding"),
        ("Pflichtsolo Quatsch", None),
        ("Quatsch", None),
    ],
)
def test_kinds(text: str, kind: str | None) -> None:
    assert kind_in(text) == kind
