"""What a game offers to the steps that read, check and rank its sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from scorecheck.checks.check import Check, Hit, Rule
from scorecheck.checks.grounds import Ground
from scorecheck.checks.prior import RowPrior
from scorecheck.model.cells import CellRef, Number, Value
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.sheet import Entry, Sheet, Shown
from scorecheck.model.terms import Term

if TYPE_CHECKING:
    from scorecheck.checks.card import CardColumn
    from scorecheck.checks.facts import Facts, Meant
    from scorecheck.checks.shape import Box, Named

Gaps: TypeAlias = Literal["missing", "unchanged"]
"""What an empty cell of a player says in a row that has values: a slip, or nothing new."""

Coherence: TypeAlias = "Callable[[Entry, Sequence[Entry], Sheet], bool]"
"""Whether a row, after the rows before it, keeps the plain invariant of the game."""


class ResultBeside(NamedTuple):
    """What a player of a list has, in a block of results beside it or below."""

    cell: tuple[int, int]
    """Where that stands, by row and column of the table."""
    by_the_rest: Number | None
    """What it should be by what else the block says of the player."""


@record
class Layout:
    """One way in which sheets of a game are kept."""

    name: str
    running: bool
    """The cells hold running totals."""
    roles: frozenset[str]
    """The columns that it can have besides the players', named as in ``columns.toml``."""
    coherent: Coherence
    typical: Callable[[Entry, Sheet], bool] = lambda _entry, _sheet: True
    """Whether a coherent row is one that hardly another game has."""
    foot: frozenset[str] = frozenset()
    """Words before rows below the totals, in their plain form: the total row stands above all of them."""
    gaps: Gaps = "missing"
    notation: str = "plus-minus"
    """``plus-minus``, or what alone is written: ``plus-only``, ``minus-only``, or ``losers-only``: what they
    pay, without a sign."""
    roles_by_content: Mapping[str, Callable[[Sequence[str]], bool]] = field(
        default_factory=dict[str, "Callable[[Sequence[str]], bool]"]
    )
    """Roles of columns of words that are told by what stands in them, from the first row on."""
    roles_under: Mapping[str, tuple[str, Callable[[Sequence[str]], bool]]] = field(
        default_factory=dict[str, "tuple[str, Callable[[Sequence[str]], bool]]"]
    )
    """Under a heading for one role another one, where a column of words is told to be that."""
    number_roles: frozenset[str] = frozenset()
    """Those of the roles whose cells hold numbers."""
    whole: bool = True
    """Points are whole numbers."""
    hundredths: bool = False
    """Sheets may have hundredths of what the game counts: euros for cents."""
    min_players: int = 2
    max_players: int = 200
    may_name_players: bool = False
    """Of records: the players may have no columns, and the rows name them."""
    at_table: int | None = None
    """How many take part in one game; where the sheet has more players, the others sit out."""
    often: Mapping[str, float] = field(default_factory=dict[str, float])
    """Kinds of slips that happen so many times as often as on other sheets, for repairs; ``undoubled``: a
    lost game that is not doubled, beside other doublings, where that is the rule; ``doubled-row``: a row that
    counts once is doubled."""
    settles: bool = True
    """What some win in a row others lose, so that it adds up. Repairs rest on that, or on a ``prior`` that
    lists all games that there are."""
    played: str = "kind"
    """The role of a column that says what was played."""
    passed_in: frozenset[str] = frozenset()
    """Not empty: nobody may play a game. Words in their plain form that say so in a player's cell; a numbered
    row in which nobody has points is a game as well, where others come after it."""
    opens_from_zero: bool = True
    """The first entry of running totals counts from 0; else it may be carried in from before."""
    list_of: str | None = None
    """``name``: one row a player and one column of scores, not one column a player."""
    names_repeat: bool = False
    """Such a list has a row a player and game, and each row with a name is one, whatever its score says."""
    score_roles: tuple[str, ...] = ("score",)
    """The roles of the columns of scores in a list: what a line gives its player."""
    meant: Callable[[Sequence[Number]], Iterable[tuple[Number, ...]]] | None = None
    """The points of games that a row with such amounts may have been meant to be, for repairs."""
    worked: Callable[[Entry, Sheet], tuple[Number, ...] | None] | None = None
    """What the facts of a row give each player, where it holds facts, for repairs."""
    worked_among: Callable[[Entry, Sheet], float] | None = None
    """Who works out such a row's value wrongly comes to what stands there, or to one of so many others, each
    as likely, where a game says so, for repairs."""
    revalued: Callable[[Sheet, Sequence[Number]], Iterable[tuple[str, Sequence[Number]]]] | None = None
    """What else a row may have been meant to give by the values that a game has, with the kind of slip, for
    repairs; where this is left out any row may be one that was doubled, or not."""
    facts_meant: Callable[[Entry, Sheet], Iterable[Meant]] | None = None
    """What the facts of a row beside its points may have meant, by one slip in them, for repairs."""
    likely: Callable[[Entry, Sheet], float] | None = None
    """The logarithm of the chance of the facts of a row beside its points, up to a constant, for repairs."""
    dues: Callable[[Entry, Sequence[Entry], Sheet], Iterable[tuple[str, str]]] | None = None
    """What other columns of a row should say if the players' cells are right: role and text, for
    repairs."""
    results: Callable[[Sheet], Sequence[ResultBeside]] | None = None
    """Where results beside the rows or below them say what each player has, by row and column of the table,
    for repairs."""
    prior: Callable[[int], RowPrior] | None = None
    """How likely each row is at a table of so many players."""
    learns: float | None = None
    """How much likelier its rows become at most by the habits that a sheet shows, each on average as a
    logarithm: more tells of another game. Nothing where that is not known."""
    facts: Callable[[Sheet, Sequence[Entry]], Facts] | None = None
    """What is known of rows that hold facts, for repairs."""
    card: Callable[[Sheet, Sequence[Entry]], Sequence[CardColumn]] | None = None
    """What a card is made of, column by column, for repairs."""
    beside: Callable[[Iterable[Entry], Sheet], float] | None = None
    """How much likelier what stands beside rows makes them, as a logarithm: who is said to have won."""
    may_leave_out: bool = False
    """Its sums may leave out the worst rows of each player."""
    default: bool = False
    """Taken where the rows fit several layouts and read the same in each."""
    share: float = 0.5
    """Where it is not the default: so many sheets are kept so for each one of that."""
    by_preset: bool = True
    """Which preset holds makes a difference to what is checked; else it is not named beside the game."""
    told_only: Literal["", "game", "layout"] = ""
    """Never recognised by itself: somebody has to say that a sheet is kept so, or of which game it is."""
    required: frozenset[str] = frozenset()
    """Not empty: a layout of records, a row an event with its facts in named columns. It is found by
    its headings: all these roles must stand in one line."""
    row_names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Not empty: a card, found by what stands one below the other before its rows, each word in its
    plain form with what it stands for. That column has the role ``category``."""
    named: NameRows | None = None
    """What the rows of a card are by its shape."""
    says_limits: Callable[[Mapping[str, Box]], bool] | None = None
    """Whether what stands in the boxes of a column says what they can hold: the column is nobody's."""
    adds_up: str | None = None
    """Of records whose players have no columns: the role of the column that a row of sums adds up."""
    headings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Headings of this layout alone; they outrank the game's."""
    bears_out: Callable[[Sheet, Sequence[Entry]], bool] | None = None
    """Whether rows below the required headings are games, where tables of others have such headings, too."""
    speaks_for: Callable[[Sheet, Sequence[Entry]], float] | None = None
    """The log-odds that rows below headings that other games have, too, are of this one: where nobody names
    it, it is asked about below 0."""
    asks_for_missing: bool = True
    """Where one of its required headings is missing it is asked for: tables of others have not the rest."""
    always: frozenset[str] = frozenset()
    """The facts that no row can do without; in other rows some of the ``required`` columns stay empty."""
    forms: Mapping[str, str] = field(default_factory=dict[str, str])
    """How a fact is written that has a form of its own, as a regular expression."""
    name_roles: tuple[str, ...] = ()
    """Roles of columns whose cells name players; they give the players where no column is a player's."""
    names_of_row: Callable[[Mapping[str, Value]], Iterable[str]] | None = None
    """The names that a row of records gives, by what stands in its columns; instead of ``name_roles``,
    where a column of names holds other words as well."""
    noun: str = ""
    """What a row is called, where it is not what the game calls its entries."""
    details: str | None = None
    """The layout that this one explains: beside a sheet of it, this one gives nothing to a ranking."""


class Kept(NamedTuple):
    """A sheet with its entries, for comparing it with another."""

    sheet: Sheet
    entries: tuple[Entry, ...]


@record
class Comparison:
    """How two sheets of one workbook are held against each other."""

    rule: Rule
    one: str
    """The layout of the first sheet."""
    other: str
    """The layout of the second sheet, which the hits are on."""
    compare: Callable[[Kept, Kept], Iterable[Hit]]
    remaining: Callable[[Kept, Kept], Iterable[tuple[str, int | None, int | None]]] | None = None
    """What would still be wrong with the second sheet, by rule, row and column, if it said what the
    first one says. All else that the rule absorbs only follows from what the two differ in."""


NameRows: TypeAlias = "Callable[[Sequence[str], Sequence[Sequence[Box]], Mapping[str, str]], Named | None]"
"""From the words before the rows, the numbers in each column, and what somebody said of words."""


ShowOptions: TypeAlias = (
    "Callable[[Sheet, Mapping[str, str | int | bool], Iterable[Entry]], Mapping[str, Shown]]"
)
"""From a sheet, the options in force without it, and its entries, what it shows of them."""


RowValues: TypeAlias = "Callable[[str | None, Mapping[str, str | int | bool]], Mapping[str, frozenset[int]]]"
"""From a preset and the options that were chosen, what can stand in each row of a card."""


@record
class Ruleset:
    """A game: how its sheets look, which rules hold, what a sheet gives for a ranking."""

    game: str | None
    layouts: tuple[Layout, ...]
    presets: tuple[str, ...]
    """The first one is taken where nothing else is said."""
    checks: tuple[Check, ...]
    result: Callable[[Sheet, Iterable[Entry]], tuple[PlayerResult, ...]] | None
    """The points and games of each player; ``None``: nothing for a ranking."""
    headings: Mapping[str, str]
    """What a heading, in its plain form, says its column is."""
    weak_headings: Mapping[str, str] = field(default_factory=dict[str, str])
    """Headings that could as well be a player's name: the rows decide."""
    telltale: Callable[[Sheet], bool] = lambda _sheet: False
    """Whether a sheet bears a mark, by headings or cells, that only this game's sheets have."""
    in_hundredths: Callable[[Sheet], bool] = lambda _sheet: False
    """Whether a sheet has hundredths of what the game counts, where its layout may."""
    results_at: Callable[[Sheet], CellRef | None] = lambda _sheet: None
    """The first heading of a table below a sheet, or beside it, that is held to it as a part."""
    is_game: Callable[[Entry, Sheet], bool] = lambda _entry, _sheet: True
    """Whether an entry counts as a game played (a redeal does not)."""
    names: tuple[str, ...] = ()
    """What people call the game, in the plain form of words."""
    noun: str = "game"
    """What one entry is called: ``game`` or ``entry``, as in the labels."""
    seats: int = 0
    """So many sit at a table of an event; 0: all who play sit at one."""
    ranking: str = "sum"
    """The ranking method where an event names none."""
    ranking_by_preset: Mapping[str, str] = field(default_factory=dict[str, str])
    """That of presets that have one of their own, where somebody has said that they hold."""
    lower_wins: bool = False
    """The fewest points are the best."""
    zero_sum: bool = False
    """What one player wins others lose, so that the points of a table add up to 0."""
    played: Callable[[Sheet, Iterable[Entry]], Iterable[Played]] | None = None
    """The games of a sheet as statistics and tie-breaks see them; ``None``: nothing is told of them."""
    as_data: Callable[[Sheet, Iterable[Entry]], Iterable[Played]] | None = None
    """The games of a sheet as a table of data has them, where that is otherwise than statistics see them."""
    alone: str = ""
    """What it is called to play against all others: ``solo``, ``box``; empty where nobody does."""
    options: Mapping[str, tuple[str | int | bool, ...]] = field(
        default_factory=dict[str, "tuple[str | int | bool, ...]"]
    )
    """The choices that the rules leave open and their values; the first is the default."""
    preset_options: Mapping[str, Mapping[str, str | int | bool]] = field(
        default_factory=dict[str, "Mapping[str, str | int | bool]"]
    )
    """What a preset chooses otherwise than by default."""
    across: tuple[Comparison, ...] = ()
    """What holds between sheets of one workbook."""
    shown_preset: Callable[[Sheet], str] | None = None
    """The preset that a sheet shows by its rows and columns, taken where nobody names one."""
    shown_options: ShowOptions | None = None
    """The choices that a sheet shows beyond doubt; taken where nobody says otherwise."""
    shared: Mapping[str, Rule] = field(default_factory=dict[str, "Rule"])
    """Options for which all sheets of an event have one value, each with the rule that says so."""
    row_values: RowValues | None = None
    """Of a game with cards: what can stand in each of their rows."""
    grounds: tuple[Ground, ...] = ()
    """What an ok of its sheets rests on."""
    remarks: Callable[[Sheet, Iterable[Entry]], Iterable[Term]] | None = None
    """How a sheet was read, where it could be kept in several ways; for ``inspect``. The texts stand
    in the messages of the game under ``reading``."""

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
        """The preset that is wanted, if this game has it."""
        return wanted if wanted in self.presets else None

    def settled_options(
        self, preset: str | None, chosen: Mapping[str, str | int | bool]
    ) -> Mapping[str, str | int | bool]:
        """Every option with its value in force: the event's, else the preset's, else the default."""
        defaults = {name: values[0] for name, values in self.options.items()}
        return {**defaults, **self.preset_options.get(preset or "", {}), **chosen}


class Choice(NamedTuple):
    """What the rules of a game leave open, and an event file may choose under ``[options]``."""

    game: str
    name: str
    values: tuple[str | int | bool, ...]
    """The first one holds where nothing else is said."""
    by_preset: Mapping[str, str | int | bool]
    """The value that holds under a preset, where that is another one."""
