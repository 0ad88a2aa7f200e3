"""Detail sheets made from random games are clean in every layout, and what is changed on them is found.

The points come from the tables of ``doppelkopf_tables``, not from the program.
"""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from doppelkopf_tables import Game, ddv, tcg
from laws import examples
from scorecheck.games.doppelkopf.specials import Pack, pairs_of_specials, too_many
from scorecheck.games.doppelkopf.valuation import Side, Specials
from support import checked

NAMES = ("Anna", "Bernd", "Chris", "Dora")
CALLS = ("", "{}", "k90", "keine 60", "k30", "schwarz")
HEADINGS = (
    *("Nr", "Art", "Re", "Augen Re", "Augen Kontra", "Ansagen Re", "Ansagen Kontra"),
    *("Sonder Re", "Sonder Kontra", "1. Stich"),
)
KINDS = {
    "tcg": {
        "normal": "pair",
        "Hochzeit": "pair",
        "Armut": "pair",
        "Damensolo": "bare",
        "Bubensolo": "bare",
        "Trumpfsolo": "solo",
        "stille Hochzeit": "solo",
        "Hochzeit allein": "solo",
    },
    "ddv": {
        "normal": "pair",
        "Hochzeit": "pair",
        "Armut": "pair",
        "Fleischlos": "solo",
        "Herzsolo": "solo",
        "stille Hochzeit": "solo",
    },
}
POINTS = {
    "tcg": [0, *range(8, 233), 240],
    "ddv": [0, *range(2, 239), 240],
}

FIRST = {
    "tcg": [*range(8, 31), *range(32, 38)],
    "ddv": [0, *range(2, 38)],
}
"""Card points of a first trick that is no Doppelkopf."""


class Played(NamedTuple):
    kind: str
    re: int
    schwarz: bool
    """With nines: the side without card points has no trick, either."""
    calls_re: int
    calls_kontra: int
    specials_re: Specials
    specials_kontra: Specials
    first: int
    party: tuple[int, ...]


def first_tricks(preset: str, specials: tuple[Specials, Specials], *, silent: bool) -> st.SearchStrategy[int]:
    """Card points of a first trick that nothing is to be said of, whoever took it."""
    fours = [number for number in FIRST[preset] if number < 30 or not silent]
    if not silent and specials[0].doppelkopf and specials[1].doppelkopf:
        fours += [40, 44]
    return st.sampled_from(fours)


@st.composite
def games(draw: st.DrawFn, preset: str) -> Played:
    kind = draw(st.sampled_from(sorted(KINDS[preset])))
    re = draw(st.sampled_from(POINTS[preset]))
    calls = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    schwarz = re in (0, 240) and (preset == "tcg" or draw(st.booleans()))
    specials = (Specials(), Specials())
    if KINDS[preset][kind] == "pair" or (preset == "tcg" and KINDS[preset][kind] == "solo"):
        mine, theirs = draw(st.sampled_from(pairs_of_specials(preset)))
        sides = Side(re, 0, mine, schwarz and re == 0), Side(240 - re, 0, theirs, schwarz and re == 240)
        if too_many(*sides, Pack(preset, solo=KINDS[preset][kind] != "pair")) is None:
            specials = (mine, theirs)
    first = draw(first_tricks(preset, specials, silent=preset == "tcg" and not any(calls)))
    seats = draw(st.permutations(range(4)))
    party = tuple(seats[: 2 if KINDS[preset][kind] == "pair" else 1])
    return Played(kind, re, schwarz, *calls, *specials, first, party)


def value(game: Played, preset: str) -> int:
    looked_up = Game(
        KINDS[preset][game.kind],
        game.re,
        game.calls_re,
        game.calls_kontra,
        sum(game.specials_re),
        sum(game.specials_kontra),
        game.schwarz and game.re == 0,
        game.schwarz and game.re == 240,
    )
    return tcg(looked_up) if preset == "tcg" else ddv(looked_up)


def points(game: Played, preset: str) -> list[int]:
    won = value(game, preset)
    share = won if len(game.party) == 2 else 3 * won
    return [share if seat in game.party else -won for seat in range(4)]


def letters(specials: Specials) -> str:
    return " ".join(f"{count}{letter}" for letter, count in zip("DFHK", specials, strict=False) if count)


def card_points(game: Played, preset: str) -> tuple[str, str]:
    re, kontra = str(game.re), str(240 - game.re)
    if preset == "ddv" and game.schwarz:
        re, kontra = ("schwarz", kontra) if game.re == 0 else (re, "schwarz")
    return re, kontra


def row(number: int, game: Played, preset: str) -> list[str]:
    return [
        str(number),
        game.kind,
        " + ".join(NAMES[seat] for seat in game.party),
        *card_points(game, preset),
        CALLS[game.calls_re].format("re"),
        CALLS[game.calls_kontra].format("kontra"),
        letters(game.specials_re),
        letters(game.specials_kontra),
        str(game.first),
        *map(str, points(game, preset)),
    ]


def text(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def detail(played: list[Played], preset: str) -> list[list[str]]:
    return [[*HEADINGS, *NAMES], *(row(at, game, preset) for at, game in enumerate(played, start=1))]


presets = st.sampled_from(["tcg", "ddv"])
evenings = presets.flatmap(
    lambda preset: st.tuples(st.just(preset), st.lists(games(preset), min_size=1, max_size=8))
)


@examples(60)
@given(evenings)
def test_a_sheet_made_from_facts_is_clean_in_every_layout(evening: tuple[str, list[Played]]) -> None:
    preset, played = evening
    sheet = detail(played, preset)
    file = checked(text(sheet), preset=preset)
    assert file.findings == ()
    assert [(one.sheet.layout, one.skipped) for one in file.sheets] == [("detail", ())]
    plain = [["Nr", *NAMES]]
    totals = [["Nr", *NAMES]]
    stand = [0] * 4
    for at, game in enumerate(played, start=1):
        paid = points(game, preset)
        stand = [before + more for before, more in zip(stand, paid, strict=True)]
        plain.append([str(at), *map(str, paid)])
        totals.append([str(at), *map(str, stand)])
    for layout, rows in (("points", plain), ("totals", totals)):
        wanted = {"preset": preset, "layout": layout, "notation": "plus-minus"}
        assert checked(text(rows), **wanted).findings == (), layout


@examples(60)
@given(evenings, st.data())
def test_a_changed_number_is_found_where_it_stands(
    evening: tuple[str, list[Played]], data: st.DataObject
) -> None:
    preset, played = evening
    sheet = detail(played, preset)
    at = data.draw(st.integers(1, len(played)), label="row")
    seat = data.draw(st.integers(0, 3), label="player")
    column = len(HEADINGS) + seat
    by = data.draw(st.integers(-9, 9).filter(bool), label="by")
    sheet[at][column] = str(int(sheet[at][column]) + by)
    (finding,) = checked(text(sheet), preset=preset).findings
    assert finding.rule in {"doppelkopf/points", "doppelkopf/no-negative"}
    assert finding.cell is not None
    assert finding.cell.row == at + 1
    if finding.rule == "doppelkopf/points":
        assert finding.cell.column == column + 1


@examples(80)
@given(evenings, st.data())
def test_a_changed_fact_is_found_or_changes_nothing(
    evening: tuple[str, list[Played]], data: st.DataObject
) -> None:
    preset, played = evening
    at = data.draw(st.integers(0, len(played) - 1), label="row")
    other = data.draw(games(preset), label="other")
    fact = data.draw(st.sampled_from(["re", "calls_re", "calls_kontra", "party"]), label="fact")
    game = played[at]
    changed = game._replace(**{fact: getattr(other, fact)})
    if fact == "re":
        changed = changed._replace(schwarz=changed.re in (0, 240))
    if fact == "party" and len(changed.party) != len(game.party):
        return
    sides = (
        Side(changed.re, 0, changed.specials_re, changed.schwarz and changed.re == 0),
        Side(240 - changed.re, 0, changed.specials_kontra, changed.schwarz and changed.re == 240),
    )
    sheet = detail(played, preset)
    said = points(game, preset)
    sheet[at + 1] = row(at + 1, changed, preset)
    sheet[at + 1][len(HEADINGS) :] = list(map(str, said))
    rules = {finding.rule for finding in checked(text(sheet), preset=preset).findings}
    if too_many(*sides, Pack(preset, solo=KINDS[preset][changed.kind] != "pair")):
        assert rules == {"doppelkopf/specials-impossible"}
        return
    duty = changed.first >= 30 and not (changed.calls_re or changed.calls_kontra)
    silent = preset == "tcg" and duty and KINDS[preset][changed.kind] != "bare"
    assert ("doppelkopf/call-missing" in rules) == silent
    wrong = points(changed, preset) != said
    assert bool(rules & {"doppelkopf/points", "doppelkopf/no-negative"}) == wrong
