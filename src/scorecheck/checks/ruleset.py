"""The interface of a game to the steps that read, check, repair and rank its sheets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from scorecheck.checks.check import Check, Hit, Rule, Summary, sheet_check
from scorecheck.checks.prior import RowPrior
from scorecheck.checks.rules import NOTHING_TO_CHECK, TOTAL_MISMATCH
from scorecheck.model.cells import CellRef, Number, Unreadable, Value, value_text
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Held, PlayerResult, Skipped
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.statistics import Played
from scorecheck.model.terms import Term

if TYPE_CHECKING:
    from scorecheck.checks.card import Box, CardColumn, Named
    from scorecheck.checks.facts import Facts, Meant


class Ground(NamedTuple):
    """A rule that counts towards an ok, with the sheets on which it can fail."""

    key: str
    """The label under ``rests`` that names it; ``GAME.KEY`` of one in the game's own messages."""
    rule: Rule
    layouts: Sequence[str] = ()
    """The layouts that it applies to; empty: all."""
    held: Callable[[Sheet], object] | None = None
    """What a sheet has of what the rule needs, true if it has any; ``None``: every sheet has."""

    def is_of(self, sheet: Sheet) -> bool:
        """Whether the rule can fail on a sheet."""
        if sheet.table.worked_out and self.rule is not TOTAL_MISMATCH:
            return False
        return (not self.layouts or sheet.layout in self.layouts) and (
            self.held is None or bool(self.held(sheet))
        )


def grounds_of(
    sheet: Sheet, grounds: Iterable[Ground], asked: Container[str], entries: int, skipped: Iterable[Skipped]
) -> tuple[Held, ...]:
    """The grounds of an ok of a sheet among the rules ``asked`` for."""
    left: dict[str, int] = {}
    for one in skipped:
        left[one.rule] = left.get(one.rule, entries) - len(one.rows)
    held = [one for one in grounds if one.rule.name in asked and one.is_of(sheet)]
    found = (Held(one.key, one.rule.name, left.get(one.rule.name, entries)) for one in held)
    return tuple(one for one in found if one.rows > 0)


def grounds_without(
    grounds: Iterable[Held], findings: Iterable[Finding], absorbs: Absorbs
) -> tuple[Held, ...]:
    """Grounds without the rows of findings that are passed over, of their rule or one that absorbs it.

    What does not hold on its rows at all is no ground.
    """
    broken: dict[str, set[int | None]] = {}
    for finding in findings:
        for rule in (finding.rule, *absorbs(finding.rule)):
            broken.setdefault(rule, set()).add(finding.cell and finding.cell.row)
    by_rows = (one._replace(rows=one.rows - len(broken.get(one.rule, ()))) for one in grounds)
    of_columns = {TOTAL_MISMATCH.name} & broken.keys()
    return tuple(one for one in by_rows if one.rows > 0 and one.rule not in of_columns)


Absorbs: TypeAlias = "Callable[[str], Collection[str]]"
"""The rules that a rule absorbs, by its name."""


def nothing_to_check(grounds: Sequence[Ground], layouts: Iterable[str]) -> Check:
    """A check for sheets on which no rule can show that a number is wrong."""

    def review(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
        if summary.entries and not any(ground.is_of(sheet) for ground in grounds):
            yield Hit(params={"scores": _scores(sheet)})

    return sheet_check(NOTHING_TO_CHECK, review, layouts=layouts)


def _scores(sheet: Sheet) -> int:
    """The number of cells with digits in the columns of points, without the total row."""
    rows = sheet.rows_of_games
    cells = (value_text(sheet.table.value(row, at)) for row in rows for at in sheet.points_columns)
    return sum(any(map(str.isdigit, cell)) for cell in cells)


def _has_totals(sheet: Sheet) -> bool:
    return any(said is not None and not isinstance(said, Unreadable) for said in sheet.foot)


TOTALS_AGREE = Ground("totals", TOTAL_MISMATCH, held=_has_totals)
"""The total row agrees with its columns."""


Gaps: TypeAlias = Literal["missing", "unchanged"]
"""The meaning of a player's empty cell in a row with values: a missing value, or no change."""

Coherence: TypeAlias = "Callable[[Entry, Sequence[Entry], Sheet], bool]"
"""Whether a row, given the rows before it, keeps the invariant of the game."""


class ResultBeside(NamedTuple):
    """A player's cell in a block of results beside a list or below it."""

    cell: tuple[int, int]
    """The row and column of the table."""
    more: Number = 0
    """What the cell adds to the points."""


NEVER = 1e-9
"""The factor on the rate of a slip that cannot happen on a sheet, in ``Mending.often``."""


@record
class Mending:
    """What the search for repairs needs to know of a layout, beside what reading it needs."""

    often: Mapping[str, float] = field(default_factory=dict[str, float])
    """Factors on the rates of kinds of slips. ``undoubled``: a lost game is not doubled though
    the rules say so; ``doubled-row``: a row that counts once is doubled."""
    meant: Callable[[Sequence[Number]], Iterable[tuple[Number, ...]]] | None = None
    """The points of games that a row with these amounts may have meant."""
    sums: Sequence[Number] = ()
    """What a row adds up to where that is not 0: any of these, if the game says it."""
    worked: Callable[[Entry, Sheet], Sequence[tuple[Number, ...]]] | None = None
    """The points of each player that may follow from the facts of a row, each as likely."""
    worked_among: Callable[[Entry, Sheet], float] | None = None
    """The number of equally likely wrong values of such a row, where the game knows it."""
    revalued: Callable[[Sheet, Sequence[Number]], Iterable[tuple[str, Sequence[Number]]]] | None = None
    """Other points that a row may have meant, by the possible values of a game, each with the
    kind of slip. ``None``: any row may have been doubled or not."""
    facts_meant: Callable[[Entry, Sheet], Iterable[Meant]] | None = None
    """The corrections of one slip in the facts beside a row's points, that row being entry 0."""
    likely: Callable[[Entry, Sheet], float] | None = None
    """The log-probability of the facts beside a row's points, up to a constant."""
    dues: Callable[[Entry, Sequence[Entry], Sheet], Iterable[tuple[str, str]]] | None = None
    """The text of other columns, by role, that follows if the players' cells are right."""
    results: Callable[[Sheet], Sequence[ResultBeside]] | None = None
    """The players' cells in a block of results beside the rows or below them."""
    facts: Callable[[Sheet, Sequence[Entry]], Facts] | None = None
    """The model of rows of facts."""
    card: Callable[[Sheet, Sequence[Entry]], Sequence[CardColumn]] | None = None
    """The columns of a card."""


@record
class Layout:
    """One way in which sheets of a game are kept."""

    name: str
    running: bool
    """The cells hold running totals."""
    roles: frozenset[str]
    """The columns that it can have besides the players', named as in ``columns.toml``."""
    coherent: Coherence
    foot: frozenset[str] = frozenset()
    """Labels of rows below the total row, in their plain form."""
    gaps: Gaps = "missing"
    marks_are_zeros: bool = False
    """Where an empty cell is a missing value, a dash or another mark is 0, or no change of a total."""
    zeros: int = 0
    """The number of players with 0 in each row, who may have an empty cell for it."""
    drops_out: bool = False
    """A player may be out before the others; the empty cells at the end of a column are no missing values."""
    notation: str = "plus-minus"
    """``plus-minus`` where all points are written; else which are: ``plus-only``, ``minus-only``, or
    ``losers-only`` (the losses without a sign)."""
    roles_by_content: Mapping[str, Callable[[Sequence[str]], bool]] = field(
        default_factory=dict[str, "Callable[[Sequence[str]], bool]"]
    )
    """Predicates on the cells of a column of words, from the first row on, by the role that they
    recognise."""
    roles_by_words: Callable[[str, Sequence[str]], Iterable[str]] | None = None
    """The roles that a column of words under an unknown heading may have, by both."""
    roles_under: Mapping[str, tuple[str, Callable[[Sequence[str]], bool]]] = field(
        default_factory=dict[str, "tuple[str, Callable[[Sequence[str]], bool]]"]
    )
    """By the role of a heading another role, with the predicate by which a column has it: one of words, or on
    records of anything, if all of them have theirs."""
    number_roles: frozenset[str] = frozenset()
    """The roles whose cells hold numbers."""
    sure_roles: frozenset[str] = frozenset()
    """The roles whose headings a club's file gives, so that they name no player."""
    whole: bool = True
    """Points are whole numbers."""
    hundredths: bool = False
    """Sheets may be in a hundred times the game's unit: euros for cents."""
    min_players: int = 2
    max_players: int = 200
    may_name_players: bool = False
    """Of records: the rows may name the players, who then have no columns."""
    takes_all: bool = False
    """Rows need not add up, so they hardly show whose a column is: those under unknown headings are players',
    unless more rows fit without them."""
    at_table: int | None = None
    """The number of players in one game; any others on the sheet sit out."""
    settles: bool = True
    """Rows add up to 0. Repairs rely on that, or on a ``prior`` that lists all possible games."""
    played: str = "kind"
    """The role of the column with the kind of game."""
    passed_in: frozenset[str] = frozenset()
    """Words in a player's cell, in their plain form, for a game that everybody passed. Not empty: a numbered
    row without points is a game as well, if others follow it."""
    opens_from_zero: bool = True
    """Running totals begin at 0; else the first entry may be carried in from another sheet."""
    list_of: str | None = None
    """``name`` for a list: a row per player and one column of scores, not a column per player."""
    names_repeat: bool = False
    """The list has a row per player and game; each row with a name is an entry, whatever its score."""
    score_roles: tuple[str, ...] = ("score",)
    """The roles of the columns of scores in a list."""
    mending: Callable[[], Mending] = Mending
    """Gives what repairs need; a module of its own, imported only for them."""
    prior: Callable[[int], RowPrior] | None = None
    """Makes the prior of rows for a number of players."""
    learns: float | None = None
    """The largest plausible gain in log-probability per row from learning a sheet's habits; more suggests
    another game. ``None``: unknown."""
    beside: Callable[[Iterable[Entry], Sheet], float] | None = None
    """The log-odds that columns beside the points, such as the winners, add to a reading of the rows."""
    may_leave_out: bool = False
    """Sums may leave out each player's worst rows."""
    default: bool = False
    """Preferred among layouts under which the rows read the same."""
    share: float = 0.5
    """Of a layout that is not the default: its frequency relative to the default."""
    by_preset: bool = True
    """The preset affects the checks; else reports do not name it beside the game."""
    told_only: Literal["", "game", "layout"] = ""
    """Not recognised by itself: the user has to name the layout, or the game."""
    required: frozenset[str] = frozenset()
    """Not empty: a layout of records, with a row per event and its facts in named columns. It is found by its
    headings: all these roles must occur in one line."""
    row_names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Not empty: a card, found by the labels of its rows: each in its plain form, with the kind of row. Their
    column has the role ``category``."""
    named: NameRows | None = None
    """Recognises the rows of a card by position and values."""
    says_limits: Callable[[Mapping[str, Box]], bool] | None = None
    """Whether a column of a card holds the limits of its boxes, and so belongs to no player."""
    adds_up: str | None = None
    """Of records without players' columns: the role of the column that a total row adds up."""
    headings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Headings of this layout, which take precedence over the game's."""
    bears_out: Callable[[Sheet, Sequence[Entry]], bool] | None = None
    """Whether rows below the required headings are games, where unrelated tables have these headings, too."""
    speaks_for: Callable[[Sheet, Sequence[Entry]], float] | None = None
    """The log-odds that rows below headings shared with other games are of this game; below 0 the user is
    asked, unless the game is named."""
    asks_for_missing: bool = True
    """If one required heading is missing, the user is asked for it: unrelated tables lack more of them."""
    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    """Regular expressions for facts with a special notation, by role."""
    name_roles: tuple[str, ...] = ()
    """Roles of columns whose cells name players: the source of the players where none has a column."""
    names_of_row: Callable[[Mapping[str, Value]], Iterable[str]] | None = None
    """Extracts the names from a row of records; replaces ``name_roles`` where columns of names hold other
    words, too."""
    noun: str = ""
    """What a row is called; empty: as the game calls its entries."""
    details: str | None = None
    """The layout that this one details: beside a sheet of it, this one does not count in a ranking."""


class Kept(NamedTuple):
    """A sheet with its entries, for comparison with another."""

    sheet: Sheet
    entries: tuple[Entry, ...]


@record
class Comparison:
    """How two sheets of one workbook are compared."""

    rule: Rule
    one: str
    """The layout of the first sheet."""
    other: str
    """The layout of the second sheet, which gets the hits."""
    compare: Callable[[Kept, Kept], Iterable[Hit]]
    remaining: Callable[[Kept, Kept], Iterable[tuple[str, int | None, int | None]]] | None = None
    """What would still be wrong with the second sheet, by rule, row and column, if it agreed with the first.
    Other findings that the rule absorbs are consequences of the differences."""


NameRows: TypeAlias = "Callable[[Sequence[str], Sequence[Sequence[Box]], Mapping[str, str]], Named | None]"
"""Arguments: the labels of the rows, the boxes of each column, and the user's meanings of words."""


ShowOptions: TypeAlias = (
    "Callable[[Sheet, Mapping[str, str | int | bool], Iterable[Entry]], Mapping[str, Shown]]"
)
"""Arguments: a sheet, the options in force otherwise, and its entries. Returns the options that it shows."""


RowValues: TypeAlias = "Callable[[str | None, Mapping[str, str | int | bool]], Mapping[str, frozenset[int]]]"
"""Arguments: a preset and the chosen options. Returns the possible values of each row of a card."""


@record
class Ruleset:
    """A game: the layouts of its sheets, its rules, and what a sheet gives to a ranking."""

    game: str | None
    layouts: tuple[Layout, ...]
    presets: tuple[str, ...]
    """The first one is the default."""
    checks: tuple[Check, ...]
    result: Callable[[Sheet, Iterable[Entry]], tuple[PlayerResult, ...]] | None
    """The points and games of each player; ``None``: its sheets are not ranked."""
    headings: Mapping[str, str]
    """The roles of columns, by their headings in plain form."""
    weak_headings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Headings that could be a player's name as well: the rows decide."""
    telltale: Callable[[Sheet], bool] = lambda _sheet: False
    """Whether headings or cells show that a sheet is of this game and no other."""
    in_hundredths: Callable[[Sheet], bool] = lambda _sheet: False
    """Whether a sheet is in a hundred times the game's unit, where its layout may be."""
    results_at: Callable[[Sheet], CellRef | None] = lambda _sheet: None
    """The first heading of a table below a sheet, or beside it, that is checked as a part of it."""
    is_game: Callable[[Entry, Sheet], bool] = lambda _entry, _sheet: True
    """Whether an entry counts as a game played (a redeal does not)."""
    names: tuple[str, ...] = ()
    """Common names of the game, in plain form."""
    noun: str = "game"
    """What an entry is called: a key of the labels under ``noun``."""
    seats: int = 0
    """The number of players at a table of an event; 0: all sit at one."""
    in_rounds: bool = False
    """Tables play so many rounds of dealing: 25 games where five sit are as many for each as 20 of four."""
    ranking: str = "sum"
    """The ranking method where an event names none."""
    ranking_by_preset: Mapping[str, str] = field(default_factory=dict[str, str])
    """The method of presets with another one, used where the user names the preset."""
    lower_wins: bool = False
    """The fewest points are the best."""
    zero_sum: bool = False
    """The points of a table add up to 0."""
    may_score: Callable[[Number], bool] | None = None
    """Whether an evening may give a player so many points; ``None``: it may give any number."""
    pays: Callable[[Entry, Sheet], bool] | None = None
    """Whether a row is shared out as in the game, whatever it is worth; ``None``: this is not known apart."""
    played: Callable[[Sheet, Iterable[Entry]], Iterable[Played]] | None = None
    """The games of a sheet for statistics and tie-breaks; ``None``: there are none."""
    as_data: Callable[[Sheet, Iterable[Entry]], Iterable[Played]] | None = None
    """The games of a sheet for data export, where they differ from ``played``."""
    alone: str = ""
    """The name of playing against all others: ``solo``, ``box``; empty: there is no such thing."""
    options: Mapping[str, tuple[str | int | bool, ...]] = field(
        default_factory=dict[str, "tuple[str | int | bool, ...]"]
    )
    """The options of the rules with their values; the first is the default."""
    preset_options: Mapping[str, Mapping[str, str | int | bool]] = field(
        default_factory=dict[str, "Mapping[str, str | int | bool]"]
    )
    """The values of options that a preset sets."""
    deprecated: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"])
    """Options that presets replace: which."""
    across: tuple[Comparison, ...] = ()
    """The comparisons of sheets of one workbook."""
    shown_preset: Callable[[Sheet], str] | None = None
    """The preset that the rows and columns of a sheet show, used where none is named."""
    shown_options: ShowOptions | None = None
    """The options that a sheet shows beyond doubt, used where they are not set."""
    shared: Mapping[str, Rule] = field(default_factory=dict[str, "Rule"])
    """Options that must have one value in all sheets of an event, each with the rule for it."""
    row_values: RowValues | None = None
    """Of a game with cards: the possible values of each row."""
    grounds: tuple[Ground, ...] = ()
    """The grounds of an ok of its sheets."""
    remarks: Callable[[Sheet, Iterable[Entry]], Iterable[Term]] | None = None
    """For ``inspect``: how a sheet was read where there are several possibilities. The texts are in the
    messages of the game under ``terms``."""

    def layout(self, name: str) -> Layout:
        """The layout of that name.

        Raises:
            KeyError: the game has none of that name.
        """
        for layout in self.layouts:
            if layout.name == name:
                return layout
        raise KeyError(name)

    def known_preset(self, wanted: str | None) -> str | None:
        """The named preset, if this game has it."""
        return wanted if wanted in self.presets else None

    def settled_options(
        self, preset: str | None, chosen: Mapping[str, str | int | bool]
    ) -> Mapping[str, str | int | bool]:
        """Every option with the chosen value, else the preset's, else the default."""
        defaults = {name: values[0] for name, values in self.options.items()}
        return {**defaults, **self.preset_options.get(preset or "", {}), **chosen}


class Choice(NamedTuple):
    """An option of a game, which an event file may set under ``[options]``."""

    game: str
    name: str
    values: tuple[str | int | bool, ...]
    """The first one is the default."""
    by_preset: Mapping[str, str | int | bool]
    """The presets with another default."""


class Strange(NamedTuple):
    """A choice that is none."""

    kind: Literal["preset", "layout", "option", "value"]
    at: tuple[str, ...]
    """The key: ``("preset",)``, ``("options", "solo_point")``."""
    value: object
    """What was chosen; of an unknown option its name."""
    known: tuple[object, ...]


def strange_choices(
    rulesets: Sequence[Ruleset],
    preset: str | None = None,
    layout: str | None = None,
    options: Mapping[str, object] | None = None,
    other_layouts: Sequence[str] = (),
) -> Iterator[Strange]:
    """The choices that none of these games has; with a preset, none of those that have it.

    ``other_layouts`` are those of no game. Whole numbers among the values of an option are examples: any
    number from 0 on is allowed. A value of a wrong type is left to the schema.
    """
    if preset is not None and not any(preset in one.presets for one in rulesets):
        yield Strange("preset", ("preset",), preset, tuple(name for one in rulesets for name in one.presets))
    rulesets = with_preset(rulesets, preset)
    layouts = (*other_layouts, *(each.name for one in rulesets for each in one.layouts))
    if layout is not None and layout not in layouts:
        yield Strange("layout", ("layout",), layout, layouts)
    for name, value in (options or {}).items():
        values = tuple(one for rules in rulesets for one in rules.options.get(name, ()))
        if not values:
            known = tuple(option for rules in rulesets for option in rules.options)
            yield Strange("option", ("options", name), name, known)
        elif not _is_among(value, values):
            yield Strange("value", ("options", name), value, values)


def with_preset(rulesets: Sequence[Ruleset], preset: str | None) -> Sequence[Ruleset]:
    """The games that have a preset; all where there is none of that name, or none is named."""
    return [one for one in rulesets if preset in one.presets] or rulesets


def _is_among(value: object, values: Sequence[object]) -> bool:
    if not isinstance(value, (str, int)):
        return True
    if type(value) is int and value >= 0 and any(type(one) is int for one in values):
        return True
    return any(type(one) is type(value) and one == value for one in values)
