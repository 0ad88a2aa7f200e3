"""Names that are almost the same."""

from __future__ import annotations

import pytest

from scorecheck.model.names import in_short, slips_between


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("Brigitte", "Brigite", 1),
        ("Brigitte", "Brigtite", 1),
        ("Brigitte", "brigitte ", 0),
        ("Anna", "Anne", 1),
        ("Anna", "Ana", None),
        ("Jan", "Jana", None),
        ("Holger", "Hogler", 1),
        ("Holger", "Hilgar", None),
        ("Bernd", "Ebrnd", 1),
        ("Bernd", "Berdn", 1),
        ("Bernd", "Ebrdn", None),
        ("Margarete", "Margaret", 1),
        ("Margarete", "Maragret", 2),
        ("Annemarie", "Annamaria", 2),
        ("Annemarie", "Arnamaria", None),
        ("Müller", "Mueller", 0),
        ("Müler", "Mueller", 1),
        ("Muller", "Müller", 1),
        ("Jörg", "JOERG", 0),
        ("Weiß", "Weiss", 0),
        ("Bjørn", "Bjoern", 0),
        ("René", "Rene", 0),
        ("Anna B.", "Anna K.", None),
        ("Anna B", "Anna B.", 1),
        ("Anna B.", "Ana B.", 1),
        ("Spieler 1", "Spieler 2", None),
        ("AnnaMaria", "Anna Maria", 1),
        ("Christopher", "Chris", None),
        ("Stephan", "Stefan", 1),
        ("Thomas", "Tomas", 1),
        ("Ruth", "Rut", None),
        ("", "Anna", None),
        # What nobody sees is no difference: a soft hyphen, a space without width or one that breaks no line.
        ("Annegret", "Anne\u00adgret", 0),
        ("Anna", "Anna\u200b", 0),
        ("Anna B.", "Anna\u00a0B.", 0),
    ],
)
def test_slips(one: str, other: str, slips: int | None) -> None:
    assert slips_between(one, other) == slips
    assert slips_between(other, one) == slips


@pytest.mark.parametrize(
    ("one", "other", "may_be"),
    [
        ("Petra N.", "Petra Nowak", True),
        ("P. Nowak", "Petra Nowak", True),
        ("Petra", "Petra Nowak", True),
        ("Nowak, Petra", "Petra Nowak", True),
        ("Nowak P", "Petra Nowak", True),
        ("Karl Müller", "Karl-Heinz Mueller", True),
        ("Petra K.", "Petra Nowak", False),
        ("Petra N.", "Petra K.", False),
        ("N. P.", "Petra Nowak", False),
        ("Bernd Nowak", "Petra Nowak", False),
        ("Guest", "Guest 2", False),
        ("", "Petra", False),
    ],
)
def test_names_in_short(one: str, other: str, *, may_be: bool) -> None:
    assert in_short(one, other) is may_be
    assert in_short(other, one) is may_be
