"""The ruleset of Doppelkopf: layouts, presets, checks, and results for a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from scorecheck.checks.check import late
from scorecheck.checks.common import (
    CELL_CHECKS,
    RUNNING_AGREE,
    has_both_signs,
    heading_checks,
    total_mismatch,
    unreadable_column,
)
from scorecheck.checks.game_numbers import game_number_checks
from scorecheck.checks.prior import AnySettlement
from scorecheck.checks.ruleset import TOTALS_AGREE, Ground, Layout, Mending, Ruleset
from scorecheck.checks.words import vocabulary
from scorecheck.games.doppelkopf.checks import (
    ALL_SHEETS,
    CHECKS,
    SHEETS,
    dues,
    is_code,
    is_game,
    pattern,
    spells_bock,
    times_of,
    value_beside,
    value_fits,
    zero_sum,
)
from scorecheck.games.doppelkopf.detail import CARD_POINTS_FORM, EITHER, NUMBERS, REQUIRED, WITHOUT_KIND
from scorecheck.games.doppelkopf.detail import ROLES as FACTS
from scorecheck.games.doppelkopf.detail_checks import DETAIL_CHECKS, points, unreadable_number
from scorecheck.games.doppelkopf.prior import DoppelkopfPrior, likely_named
from scorecheck.games.doppelkopf.results import players_in_game, result, won_in
from scorecheck.games.doppelkopf.roles import AT_TABLE, NAMED, OUT, PARTIES, SAY_WHO_WON, WON_BY
from scorecheck.games.doppelkopf.rounds import ROUND_CHECKS
from scorecheck.games.doppelkopf.scoring import games_in, payment_of
from scorecheck.games.doppelkopf.valuation import HOUSE_RULES, OPTIONS
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.statistics import Played

if TYPE_CHECKING:
    from scorecheck.checks.facts import Meant


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Every game that counts. The soloist has three times the points of the others."""
    for entry in entries:
        if not is_game(entry, sheet):
            continue
        won = won_in(entry, sheet)
        points = {sheet.players[seat]: won[seat] for seat in players_in_game(entry, sheet)}
        paid = payment_of(entry.points, sheet.notation)
        alone = None
        if paid is not None and paid.solo and paid.value:
            alone = next(
                (name for name, number in points.items() if abs(number) == 3 * abs(paid.value)), None
            )
        yield Played(entry.label, points, alone)


def _coherent(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> bool:
    """A row is one game of two against two or one against three, in the notation of the sheet."""
    if not entry.readable:
        return False
    if entry.opening:
        return sum(entry.totals) == sheet.level or sheet.notation != "plus-minus"
    paid = payment_of(entry.points, sheet.notation)
    _, value = value_beside(entry)
    if paid is None or value is None:
        return paid is not None
    return value_fits(value, paid) or value_fits(value, paid, times_of(entry, sheet))


_ROLES = frozenset(
    {"number", "dealer", "kind", "control", "value", "remark", "bock", "aside", WON_BY, OUT, *NAMED}
)


def _says_party_points(words: Sequence[str]) -> bool:
    if "".join(filter(str.isalpha, words[0])).casefold() not in PARTIES:
        return False
    from scorecheck.games.doppelkopf.named import says_party_points

    return says_party_points(words)


def _meant_beside(entry: Entry, sheet: Sheet) -> Iterable[Meant]:
    if OUT in entry.fields or entry.fields.keys() & SAY_WHO_WON:
        from scorecheck.games.doppelkopf.named import named_meant

        yield from named_meant(entry, sheet)
    if sheet.column("bock") is not None:
        from scorecheck.games.doppelkopf.bock import marks_meant

        yield from marks_meant(entry, sheet)


def _layout(name: str, notation: str = "plus-minus") -> Layout:
    return Layout(
        name,
        name == "totals",
        _ROLES,
        _coherent,
        notation=notation,
        roles_by_content={"bock": spells_bock, "code": is_code, WON_BY: _says_party_points},
        roles_under=dict.fromkeys(
            ("value", "winners", "party"), (WON_BY, late("games.doppelkopf.named", "says_parties"))
        ),
        number_roles=frozenset({"control", "value"}),
        gaps="missing" if notation == "plus-minus" else "unchanged",
        min_players=AT_TABLE,
        at_table=AT_TABLE,
        mending=lambda: Mending(meant=games_in(notation), facts_meant=_meant_beside, dues=dues),
        prior=partial(DoppelkopfPrior, notation=notation),
        default=name == "points",
        beside=_said_beside,
        by_preset=False,
    )


def _said_beside(entries: Iterable[Entry], sheet: Sheet) -> float:
    """How much likelier the rows are by names and parties beside them than by chance."""
    if all(sheet.column(role) is None for role in SAY_WHO_WON):
        return 0.0
    from scorecheck.games.doppelkopf.named import said_of_sides

    readable = (entry for entry in entries if entry.readable)
    said = ((tuple(said_of_sides(entry, sheet)), entry.points) for entry in readable)
    return sum(likely_named(named, points, sheet.notation) for named, points in said if named)


def _of_either(sheet: Sheet) -> Sequence[int]:
    """The columns of facts that do not say of which party they are."""
    return [column.at for column in sheet.columns if column.role in EITHER]


_DETAIL = Layout(
    "detail",
    running=False,
    roles=_ROLES | FACTS,
    coherent=_coherent,
    number_roles=NUMBERS | {"control"},
    forms=dict.fromkeys(("points_re", "points_kontra"), CARD_POINTS_FORM),
    min_players=AT_TABLE,
    at_table=AT_TABLE,
    mending=late("games.doppelkopf.detail_repairs", "mending"),
    prior=DoppelkopfPrior,
    required=REQUIRED,
    headings=vocabulary("games", "doppelkopf", "columns.toml", section="detail"),
    roles_by_words=partial(late("games.doppelkopf.spelling", "fact_in_words"), (*FACTS, *EITHER)),
)
_ROUNDS = Layout(
    "rounds",
    running=False,
    roles=_ROLES,
    coherent=lambda entry, _past, _sheet: entry.readable and not sum(entry.points),
    number_roles=frozenset({"control"}),
    min_players=AT_TABLE,
    prior=AnySettlement,
    told_only="layout",
    noun="round",
)
"""A list of results: a row per round, without single games."""


def _shown_options(
    sheet: Sheet, options: Mapping[str, str | int | bool], entries: Iterable[Entry]
) -> Mapping[str, Shown]:
    """The house rules of a sheet; only for sheets that may show any."""
    if not may_show_house_rules(sheet):
        return {}
    from scorecheck.games.doppelkopf.house import shown_options

    return shown_options(sheet, options, list(islice(entries, _SHOWING)))


_SHOWING = 500
"""The number of rows that show a club's rules."""


def may_show_house_rules(sheet: Sheet) -> bool:
    """Whether a sheet has a column that shows a house rule, or money for points."""
    if (
        sheet.a_point
        or sheet.layout == "detail"
        or any(sheet.column(one) is not None for one in ("bock", "value", WON_BY))
    ):
        return True
    return len(sheet.players) == AT_TABLE + 2 and sheet.column("dealer") is not None


RULESET = Ruleset(
    game="doppelkopf",
    layouts=(
        *(
            _layout(name, notation)
            for notation in ("plus-minus", "plus-only", "minus-only", "losers-only")
            for name in ("points", "totals")
        ),
        _DETAIL,
        replace(_DETAIL, required=WITHOUT_KIND),
        _ROUNDS,
    ),
    presets=("tcg", "ddv"),
    checks=(
        *(check for check in CELL_CHECKS if check is not unreadable_column),
        unreadable_number,
        *CHECKS,
        *DETAIL_CHECKS,
        *ROUND_CHECKS,
        total_mismatch,
        *game_number_checks(is_game),
        *heading_checks("games", "doppelkopf", "columns.toml", left=_of_either),
    ),
    result=result,
    headings=vocabulary("games", "doppelkopf", "columns.toml"),
    weak_headings=vocabulary("games", "doppelkopf", "columns.toml", section="weak"),
    telltale=lambda sheet: sheet.column("dealer") is not None,
    is_game=is_game,
    names=("doppelkopf", "doko"),
    seats=4,
    in_rounds=True,
    ranking_by_preset={"tcg": "normalized"},
    zero_sum=True,
    played=played,
    alone="solo",
    grounds=(
        Ground("zero-sum", zero_sum.rule, ALL_SHEETS, has_both_signs),
        Ground("games", pattern.rule, SHEETS),
        Ground("facts", points.rule, ("detail",)),
        TOTALS_AGREE,
        RUNNING_AGREE,
    ),
    options={"games_counted": ("played", "table"), **OPTIONS, **HOUSE_RULES},
    preset_options={"ddv": {"compulsory_solos": 1}},
    shown_options=_shown_options,
    remarks=late("games.doppelkopf.house", "remarks"),
)
