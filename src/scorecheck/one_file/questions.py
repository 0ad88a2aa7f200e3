"""Questions about tables without a certain reading, and hints for tables of no known game.

A question names the difference between readings in the words of the sheet, and each answer as a setting.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path

from scorecheck.checks.check import Rule
from scorecheck.checks.null import ODDS, of_fits
from scorecheck.checks.own import asked_for_by, game_named, shipped
from scorecheck.checks.rules import (
    AMBIGUOUS_GAME,
    AMBIGUOUS_NOTATION,
    FOREIGN,
    MISSING_VALUE,
    NO_TABLE,
    NOTHING_TO_CHECK,
)
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.words import data, plain, setting
from scorecheck.games import registry
from scorecheck.layouts.entries import entries
from scorecheck.layouts.record_headings import Nearly
from scorecheck.layouts.sample import SAMPLE
from scorecheck.layouts.vocabulary import common_headings, words_elsewhere
from scorecheck.model.cells import CellRef, Value, shown_name, value_text, written
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Column, ReadingEvidence, Sheet, Table
from scorecheck.model.terms import Param
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.column_evidence import Columns
from scorecheck.one_file.evidence import NEVER_ALL_WRONG, Weighed, of_elsewhere

TO_BE_NAMED = "to-be-named"
"""The variant for rows that fit a game which is never recognised by them alone."""
_BESIDE = frozenset({"control", "aside", "unknown"})
"""The roles of number columns beside the players'."""


class Doubt(NamedTuple):
    """The reason why a table could not be read."""

    rule: Rule
    variant: str
    params: Mapping[str, Param]
    beside: bool = False
    """Not reported beside sheets that can be read: notes, statistics."""
    table: Table | None = None
    evidence: tuple[ReadingEvidence, ...] = ()
    """The readings that were weighed, the best first."""
    are_games: bool = False
    """Whether its rows are surely games, and only unknown of which kind."""
    cell: CellRef | None = None
    """The cell to look at, if known."""

    @property
    def games(self) -> list[str]:
        """The games that it names."""
        said = self.params.get("games")
        return [str(game) for game in said] if isinstance(said, tuple) else []

    @property
    def asks_for_game(self) -> bool:
        """Whether the answer may be one of the games."""
        return self.rule is AMBIGUOUS_GAME or (self.rule is FOREIGN and self.variant in _NAMING_A_GAME)

    @property
    def may_be_evenings(self) -> bool:
        """Whether the answer may be that each row is an evening."""
        return self.variant.endswith("evenings") or self.variant == "settlement"

    @property
    def hints_at_evenings(self) -> bool:
        """Whether it names evenings as what a table may be that is no scoresheet of ours."""
        return self.rule in (FOREIGN, NO_TABLE) and self.may_be_evenings

    def without_hint(self) -> Doubt:
        """The same without what might be named."""
        alone = {"elsewhere": "kind", "settlement": "settlement-alone"}
        alone |= {f"{one}-evenings": one for one in ("told", "exhausted")}
        variant = alone.get(self.variant, "")
        return self._replace(variant=variant)

    @property
    def is_without_scores(self) -> bool:
        """Whether nobody's scores stand there, so that beside scoresheets it is no matter."""
        from scorecheck.layouts.elsewhere import WITHOUT_SCORES

        says_nothing = self.rule is NO_TABLE and not self.variant
        return self.beside and (says_nothing or self.params.get("kind") in WITHOUT_SCORES)

    def called(self, grid: Grid) -> Doubt:
        """The same; of a table that may be of no game, and of which little more is known, what it may be."""
        says_little = self.rule is NO_TABLE and self.variant in _SAYS_LITTLE
        open_ = self.rule is AMBIGUOUS_GAME and not self.are_games
        if not (says_little or open_ or (self.rule is FOREIGN and self.variant != "elsewhere")):
            return self
        from scorecheck.layouts.elsewhere import kind_of

        kind = None if self.table is None else kind_of((self.table.headings, *self.table.rows))
        kind = kind or kind_of(grid.rows)
        if kind is None:
            return self
        if self.variant.startswith("told"):
            return self._replace(params={**self.params, "kind": kind}, beside=True)
        return self._replace(rule=FOREIGN, variant="kind", params={"kind": kind})

    def answer_in(self, said: Mapping[str, str]) -> Mapping[str, str]:
        """The part of some settings for open sheets that may answer it."""
        if self.rule in (AMBIGUOUS_GAME, AMBIGUOUS_NOTATION):
            return said
        if self.asks_for_game and said.get("game") in self.games:
            return {"game": said["game"]}
        return {"layout": "evenings"} if self.may_be_evenings and said.get("layout") == "evenings" else {}


_SAYS_LITTLE = frozenset({"", "list", "exhausted-evenings"})
"""What is said of a sheet without a table, where no more is known of it."""
WON_OR_LOST = ("plus-only", "losers-only")
"""What numbers without a minus may be, where only custom says that they are points won."""
_NAMING_A_GAME = frozenset({TO_BE_NAMED, "rate", "one-a-row", "winners", "elsewhere"})
"""The variants for foreign tables with the hint to name a game."""


def unsure(word: str, kinds: tuple[str, ...]) -> Doubt:
    """The question what a word before a row of a card means, if the shape of the card does not show it."""
    line = setting("categories", word, kinds[0])
    return Doubt(AMBIGUOUS_NOTATION, "row", {"word": word, "kinds": kinds, "line": line})


def lacking(nearly: Nearly, rows: Sequence[Sequence[Value]], wanted: Wanted) -> Doubt:
    """The heading that a table lacks to be records of a game; of a game to be named, the points."""
    games = [] if wanted.game else games_by_kinds(rows[nearly.row + 1 :])
    if games:
        return Doubt(NOTHING_TO_CHECK, "kinds", naming(games))
    params: dict[str, Param] = {"layout": nearly.layout, "missing": nearly.missing}
    variant = "heading"
    if len(nearly.missing) > 1:
        variant, params["headings"] = "headings-near", nearly.headings
    else:
        role = params["missing"] = next(iter(nearly.missing))
        for heading in nearly.headings:
            variant, params["heading"] = "heading-near", heading
            params["line"] = setting("columns", heading, role)
    return Doubt(MISSING_VALUE, variant, params, cell=CellRef(nearly.row + 1, nearly.column + 1))


def games_by_kinds(rows: Iterable[Sequence[Value]]) -> list[str]:
    """The games that know most of the cells as kinds of their games, if a built-in game file is among them.

    Words for a game of one alone are often those of several games.
    """
    cells = {plain(value_text(value)) for row in rows for value in row if isinstance(value, str)}
    kinds = {
        **{
            game: data("games", game.replace("-", "_"), "columns.toml").get("kinds", {})
            for game in registry.GAMES
        },
        **{
            game: data("checks", "own_game", "shipped", f"{game}.toml")["game"]["kinds"] for game in shipped()
        },
    }
    words_of = {game: map(plain, chain.from_iterable(words.values())) for game, words in kinds.items()}
    known = {game: len(cells.intersection(words)) for game, words in words_of.items()}
    likely = [game for game, count in known.items() if count == max(known.values()) > 0]
    return likely if shipped().keys() & likely else []


def silent_columns(best: Weighed, columns: Columns, wanted: Wanted) -> list[Column]:
    """The columns of zeros under unknown names: each a player without points, or a control.

    All rows fit either way. Where one is read as a player's, it is in doubt in two cases: nothing else on the
    sheet is a check, and enough play without it; or it is after the check, and players come before that.
    """
    sheet = best.reading.sheet
    needed = has_check(best) or len(sheet.points_columns) <= best.reading.layout.min_players
    told = set(map(plain, wanted.headings))
    first = min(sheet.points_columns, default=0)
    checks = [column.at for column in sheet.columns if column.role == "control" and column.at > first]
    check = min(checks, default=len(sheet.table.headings))
    found: list[Column] = []
    for column in sheet.columns:
        if column.role == "player" and (_is_summed(sheet, column.at) or not best.reading.layout.settles):
            # Marks with a sum of 0 below: a player without points has a sum all the same. Where rows need
            # not add up, there is no column that holds 0 because they do.
            continue
        asked = column.role in _BESIDE or (column.role == "player" and (column.at > check or not needed))
        if not asked or not could_be_somebody(best, column.at, columns):
            continue
        # Another column may show who this is.
        named = column.role == "player" and column.at in columns.named
        if not named and plain(column.heading) not in told:
            found.append(column)
    return found


def of_zeros(column: Column) -> Doubt:
    """The question about a column of zeros where the rows do not show whose it is."""
    return Doubt(AMBIGUOUS_NOTATION, "zeros", _is_a_player(column.heading))


def nearly_silent(best: Weighed, others: Iterable[Weighed], columns: Columns, wanted: Wanted) -> Doubt | None:
    """The question about a column under a name with hardly more than zeros: a player's, or a count.

    With it, the rows are games except where it has a value. At a table that is full without it, it is a
    count; where it says what each of the rows adds up to, a check.
    """
    first = best.reading.sheet
    told = set(map(plain, wanted.headings))
    check = first.column("control")
    full = best.reading.layout.at_table == len(first.points_columns)
    for other in () if full else others:
        second = other.reading.sheet
        more = set(second.points_columns) - set(first.points_columns)
        if (
            len(more) != 1
            or check in more
            or second.game != first.game
            or second.layout != first.layout
            or len(second.points_columns) != len(first.points_columns) + 1
            or other.evidence < max(0.0, other.alike)
        ):
            continue
        heading = first.table.headings[min(more)]
        said = [cell for cell in columns.said(min(more))[: first.stop] if cell]
        named = any(map(str.isalpha, heading)) and not _is_known(best, heading) and plain(heading) not in told
        if named and _HARDLY * len(said) <= best.rows:
            players: dict[str, Param] = {"first": first.players, "second": second.players}
            return Doubt(AMBIGUOUS_NOTATION, "columns", {**players, **_is_a_player(heading)})
    return None


_HARDLY = 5
"""One row in this many may hold something other than zeros."""


def _is_summed(sheet: Sheet, at: int) -> bool:
    """Whether a column holds a number only in the total row."""
    rows = range(min(SAMPLE, sheet.stop))
    return (
        sheet.total_row is not None
        and written(sheet.table.value(sheet.total_row, at)) is not None
        and all(written(sheet.table.value(row, at)) is None for row in rows if row != sheet.total_row)
    )


def could_be_somebody(one: Weighed, at: int, columns: Columns) -> bool:
    """Whether a column of zeros has a name: no word for something else, nor one before the row of sums."""
    heading = one.reading.sheet.table.headings[at]
    is_name = any(map(str.isalpha, heading)) and heading != columns.sample.called_at_end
    is_name = is_name and at not in one.reading.sheet.table.hidden_columns
    return is_name and not columns.holds_points(at) and not _is_known(one, heading)


def has_check(one: Weighed) -> bool:
    """Whether a column holds the sums of the rows."""
    columns = one.reading.sheet.columns
    return any(column.role == "control" and _is_known(one, column.heading) for column in columns)


def _is_known(one: Weighed, heading: str) -> bool:
    """Whether a heading is a word for something else than a player, or stands above several columns."""
    word, headings = plain(heading), one.reading.sheet.table.headings
    return word in common_headings() or word in one.reading.ruleset.headings or headings.count(heading) > 1


def _is_a_player(heading: str) -> Mapping[str, Param]:
    """The parameters of the question whether a column is a player's: its heading, and the settings."""
    yes, no = (setting("columns", heading, role) for role in ("player", "other"))
    return {"heading": heading, "yes": yes, "no": no}


def listed_if_told(grid: Grid, wanted: Wanted) -> Iterator[Doubt]:
    """The question whether names with numbers, and nothing above them, are players and their scores."""
    from scorecheck.layouts.bare_list import bare_lists

    for table in islice(chain.from_iterable(bare_lists(grid, told=True)), wanted.layout is None):
        rows: dict[str, Param] = {"first": table.first_row, "last": table.first_row + len(table.rows) - 1}
        yield Doubt(NO_TABLE, "list", rows, beside=True, table=table)


def cut_short(table: Table, *, told: bool) -> Doubt:
    """The doubt that the budget was spent before all readings were weighed.

    ``told``: the user named the game, so that only words for columns can help.
    """
    params: dict[str, Param] = {"column": '"…" = "other"'} if told else {}
    variant = "exhausted-told" if told else "exhausted-evenings"
    return Doubt(NO_TABLE, variant, params, beside=True, table=table)


def foreign(groups: Sequence[Weighed], columns: Columns, *, told: bool) -> Doubt:
    """The doubt that a table is of no known game, with a hint what it may be."""
    from scorecheck.tournament.evenings_grid import settles

    best = groups[0]
    params: dict[str, Param] = {**naming(one.reading.sheet.game for one in groups)}
    params |= {"rows": best.rows, "misses": best.rows - best.fits}
    # What evenings gave is of one kind in all columns: pooled, a number is hardly less likely.
    sheet = best.reading.sheet
    evenings = best.moved > 0 and best.alike > -_OF_ONE_KIND * best.rows * len(sheet.players)
    if told:
        variant = _told_variant(best)
    elif heading := of_elsewhere(best.reading.sheet):
        variant = "elsewhere"
        kind = words_elsewhere()[plain(heading)]
        params |= {"heading": heading, "kind": kind, **naming([best.reading.sheet.game])}
    elif named := [*(shipped := _to_be_named(best.reading.sheet, columns)), *_at_a_rate(groups)]:
        variant = TO_BE_NAMED if shipped else "rate"
        params |= naming(named)
    elif kept := _kept_by_winners(best.reading.sheet):
        variant = "winners"
        params |= naming(kept)
    elif alike := _one_a_row_like(best.reading.sheet, columns):
        likely = next((one for one in groups if one.reading.sheet.game in alike), best)
        # Named, the game is read only where half of the rows are games of it.
        games = min(likely.fits, likely.moved)
        named = "one-a-row" if 2 * games >= likely.rows else "one-a-row-few"
        variant = "one-a-row-two" if best.is_one_amount else named
        params |= naming(alike)
    elif best.settled and settles(best.reading.sheet):
        variant = "settlement"
    else:
        variant = "evenings" if evenings else ""
    return Doubt(FOREIGN, variant, params, beside=not told)


def _told_variant(best: Weighed) -> str:
    """How a table does not fit the game that the user names."""
    if 2 * best.fits < best.rows:
        return "told-evenings" if _tells_evenings(best.reading.sheet) and not best.settled else "told"
    return "told-any" if best.settled else "told-half"


def _at_a_rate(groups: Sequence[Weighed]) -> list[str]:
    """The likeliest games of which half of the rows are at a rate, if money may stand for their points."""
    near = [one for one in groups if one.rate > 1 and one.evidence > groups[0].evidence - _OFFERED]
    fit = {one.reading.sheet.game for one in near if 2 * one.fits >= one.rows}
    return [game for game in registry.in_money(None) if game in fit]


_OF_ONE_KIND = 0.1
"""The log-odds for each number that columns are of different kinds, from which on they are."""


def _tells_evenings(sheet: Sheet) -> bool:
    """Whether a column names the evening of each row, by its heading or by dates."""
    from scorecheck.tournament.long_list import RULESET

    headings = {RULESET.headings.get(plain(heading)) for heading in sheet.table.headings}
    return sheet.column("date") is not None or "evening" in headings


def _one_a_row_like(sheet: Sheet, columns: Columns) -> list[str]:
    """The games with one player per row, if the rows of a sheet are likelier so than by chance."""
    known = {game: one for game in registry.GAMES if (one := registry.one_a_row(game))}
    return [
        game
        for game, one in known.items()
        for counts in [columns.one_at_a_time(sheet.points_columns, sheet.stop, one.one_a_row, one.fewest)]
        if any(of_fits(fits, count - fits) > 0 for fits, count in counts)
    ]


def shipped_on(grid: Grid) -> list[str]:
    """The built-in game files that the name of a sheet, or what stands at its top, names."""
    above = (value for row in grid.rows[:_TOP] for value in row if isinstance(value, str))
    said = plain(" ".join((grid.name or "", *above)))
    return [game_named(game, Path()) for game in shipped() if game in said]


_TOP = 3
"""The rows in which a title stands."""


def _to_be_named(best: Sheet, columns: Columns) -> list[str]:
    """The built-in game files that must be named, whose payments nearly all rows have."""
    found: list[str] = []
    rows = zip(*(columns.said(at)[: best.stop] for at in best.points_columns), strict=True)
    games = [[one for one in row if isinstance(one, (int, Fraction))] for row in rows if any(row)]
    adds_up = _MOSTLY * len(games) <= sum(not sum(row) for row in games)
    one_sign = len({one > 0 for row in games for one in row if one}) == 1
    # Two equal columns are no player's.
    won_by = {sum(map(bool, row)) for row in games} if one_sign else set[int]()
    for game in shipped() if adds_up or len(won_by) > 1 else ():
        layouts = registry.load(game_named(game, Path())).layouts
        if any(_are_games(best, one) for one in layouts):
            found.append(game)
    return found


def _kept_by_winners(best: Sheet) -> list[str]:
    """The games that must be named if only winners have points, which nearly all rows fit."""
    seats = len(best.points_columns)
    games = [game for game, fewest in registry.fewest_players().items() if fewest == seats]
    return [
        game
        for game in games
        if any(one.told_only == "game" and _are_games(best, one) for one in registry.load(game).layouts)
    ]


def _are_games(best: Sheet, layout: Layout) -> bool:
    """Whether nearly all rows of a sheet are games of a layout, and enough of them."""
    sheet = replace(best, running=layout.running, notation=layout.notation)
    if not layout.min_players <= len(sheet.points_columns) <= layout.max_players:
        return False
    games = [entry for entry in islice(entries(sheet, layout), SAMPLE) if any(entry.written)]
    fits = sum(any(entry.points) and layout.coherent(entry, (), sheet) for entry in games)
    return len(games) >= NEVER_ALL_WRONG and _MOSTLY * len(games) <= fits


_MOSTLY = 0.8


def question(best: Weighed, others: Sequence[Weighed], null: float) -> Doubt:
    """The question that separates the best reading from its rival, which may be a foreign table."""
    from scorecheck.tournament.evenings_grid import settles

    rival = others[0] if others and others[0].evidence > null else None
    first = best.reading
    evenings = (_tells_evenings(first.sheet) or first.sheet.column("round") is not None) and settles(
        first.sheet
    )
    if rival is None:
        near = [one for one in (best, *others) if one.evidence > best.evidence - ODDS]
        # A game without a fitting row is no sensible answer.
        fitting = [one for one in near if one.fits] or near
        variant = "one-or-evenings" if evenings else "one"
        return Doubt(AMBIGUOUS_GAME, variant, _naming_all(fitting, [best, *others]))
    second = rival.reading
    if first.sheet.game != second.sheet.game:
        near = [one for one in (best, rival, *others) if one.evidence > rival.evidence - ODDS]
        variant = "several-or-evenings" if evenings else ""
        return Doubt(AMBIGUOUS_GAME, variant, _naming_all(near, [best, *others]))
    one, other = set(first.sheet.points_columns), set(second.sheet.points_columns)
    if one != other:
        heading = shown_name(first.sheet.table.headings[min(one ^ other)])
        players: dict[str, Param] = {"first": first.sheet.players, "second": second.sheet.players}
        if heading:
            return Doubt(AMBIGUOUS_NOTATION, "columns", {**players, **_is_a_player(heading)})
        return Doubt(AMBIGUOUS_NOTATION, "columns-unnamed", players)
    return _undecided(best, rival, others)


def _undecided(best: Weighed, rival: Weighed, others: Iterable[Weighed]) -> Doubt:
    first, second = best.reading.layout, rival.reading.layout
    word = "notation" if first.name == second.name else "layout"
    one, other = (getattr(layout, _ASKED_FOR[word]) for layout in (first, second))
    named = naming([best.reading.sheet.game])
    near = {one.reading.sheet.game for one in others if one.evidence > rival.evidence - ODDS}
    # If another game is nearly as likely, it is asked about next: the answer names this one. A way to keep
    # points that no row has is no answer.
    alone = bool(best.fits and not rival.fits)
    said = f"{named['option']} " if alone or near - {best.reading.sheet.game} else ""
    option = f"{said}--{word} {one}"
    if alone:
        return Doubt(AMBIGUOUS_GAME, "one", {**named, "option": option})
    params: dict[str, Param] = {"first": one, "second": other}
    params |= {"first_option": option, "second_option": f"{said}--{word} {other}"}
    params |= {"first_line": setting("layout", word, one), "second_line": setting("layout", word, other)}
    params |= {"rows": best.rows, "first_fits": best.fits, "second_fits": rival.fits}
    return Doubt(AMBIGUOUS_NOTATION, "", params)


def naming(games: Iterable[str | None]) -> Mapping[str, Param]:
    """Some games, the options that name each, and the line of settings that names the first."""
    names = tuple(dict.fromkeys(map(str, games)))
    options = " / ".join(f"--game {asked_for_by(name)}" for name in names)
    return {"games": names, "option": options, "line": setting("layout", "game", names[0] if names else "")}


def _naming_all(near: Sequence[Weighed], groups: Sequence[Weighed]) -> Mapping[str, Param]:
    """The games, each with its variants, so that one answer is enough.

    Unlikely ones are offered as well: they cost a few words, and otherwise the user may have no right answer.
    """
    params = naming(one.reading.sheet.game for one in near)
    ways: list[str] = []
    for game in dict.fromkeys(one.reading.sheet.game for one in near):
        mine = [one for one in groups if one.reading.sheet.game == game and one.fits]
        least = max((one.evidence for one in mine), default=0.0) - _OFFERED
        kept = [one.reading.layout for one in mine if one.evidence > least]
        told = [
            (f"--{word}", [getattr(layout, field) for layout in kept]) for word, field in _ASKED_FOR.items()
        ]
        several = [[f"{option} {one}" for one in said] for option, said in told if len(set(said)) > 1]
        ways += map(
            " ".join, zip([f"--game {asked_for_by(str(game))}"] * max(1, len(kept)), *several, strict=True)
        )
    return {**params, "option": " / ".join(dict.fromkeys(ways))}


_ASKED_FOR = {"layout": "name", "notation": "notation"}
_OFFERED = 2 * ODDS
