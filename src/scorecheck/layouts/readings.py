"""The possible readings of a table: the meaning of each column, under each layout of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, pairwise, product
from math import lcm

from scorecheck.checks.money import whose_money
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import plain, vocabulary
from scorecheck.layouts.read_as import ReadAs, numbers_column, sheet_of
from scorecheck.layouts.sample import Sample
from scorecheck.layouts.vocabulary import SIGN_ENDS, common_headings, row_words, with_sign, words_below_names
from scorecheck.model.cells import Value, Written, written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Column, Entry, Sheet, Table
from scorecheck.model.wanted import ANYTHING, Wanted

_MOST_WEAK = 3
"""The number of headings that are tried both as a name and as a role; further ones are names."""


class Reading(NamedTuple):
    """One way to read a table."""

    ruleset: Ruleset
    layout: Layout
    sheet: Sheet
    entries: tuple[Entry, ...] | None = None
    """The entries of a short sheet, which are all read when the reading is weighed."""
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The words before rows of a card whose meaning is uncertain (``Named``)."""


def readings(
    table: Table,
    path: str,
    ruleset: Ruleset,
    wanted: Wanted = ANYTHING,
    *,
    is_wanted: Callable[[Layout], bool] | None = None,
    by_signs: bool = False,
    sample: Sample | None = None,
) -> Iterator[Reading]:
    """Every combination of columns that a game's layouts, or the wanted ones, allow for a table.

    With ``by_signs``, a sheet with plus and minus points is not read as one with only one of them.
    ``sample``: what is known about the table already.
    """
    told = {plain(heading): role for heading, role in wanted.headings.items()}
    preset = ruleset.known_preset(wanted.preset)
    choices: dict[object, list[tuple[Column, ...]]] = {}
    controlled: dict[tuple[object, tuple[Column, ...]], tuple[Column, ...]] = {}
    sample = sample or Sample(table)
    for layout in filter(is_wanted, _of_points(ruleset.layouts, running=bool(sample.running))):
        one = ReadAs(ruleset, layout, path, preset, told)
        one_sign = layout.notation != "plus-minus"
        told_by_signs = one_sign and by_signs
        # Columns that may be no player's are found by sums of rows, where both signs are written.
        alike = (
            layout.roles,
            layout.number_roles,
            layout.list_of,
            layout.score_roles,
            one_sign,
            layout.running and sample.has_words,
        )
        if alike not in choices:
            choices[alike] = list(_choices(sample, one))
        for chosen in choices[alike]:
            if told_by_signs and _has_both(sample.signs_of(players_of(chosen)), layout):
                # The other columns need not be determined.
                continue
            # Beside names, the written points show who won.
            kind = alike, layout.notation if sample.has_words else one_sign
            columns = controlled.get((kind, chosen))
            if columns is None:
                columns = _with_controls(sample, one, chosen)
                controlled[kind, chosen] = columns
            if told_by_signs and not _signs_allow(sample, layout, columns):
                continue
            sheet = sheet_of(table, one, columns, sample.feet)
            if sheet is not None:
                yield Reading(ruleset, layout, sheet)


def _of_points(layouts: Iterable[Layout], *, running: bool) -> Iterator[Layout]:
    """The layouts with a column per player; beside ``running`` totals only those of points."""
    for one in layouts:
        if not (one.required or one.row_names or (one.running and running)):
            yield one


def _choices(sample: Sample, read_as: ReadAs) -> Iterable[tuple[Column, ...]]:
    """The roles of the columns, one choice for each choice of players' columns."""
    # Of two choices with the same players, the first knows more of the other columns.
    by_players: dict[tuple[int, ...], tuple[Column, ...]] = {}
    for columns in _column_choices(sample, read_as):
        for fewer in fewer_players(sample, read_as, columns):
            by_players.setdefault(players_of(fewer), fewer)
    # What is hidden is mostly a helper of the sheet's own.
    hidden = sample.table.hidden_columns
    choices = by_players.values()
    return sorted(choices, key=lambda some: len(hidden.intersection(players_of(some)))) if hidden else choices


def _has_both(signs: tuple[int, int], layout: Layout) -> bool:
    """Whether too many numbers have the sign that the layout does not write.

    ``signs``: the number of values above 0, and below 0.
    """
    plus, minus = signs
    strange = plus if layout.notation == "minus-only" else minus
    return strange > _ENOUGH_STRANGE and 8 * strange > plus + minus


def _column_choices(sample: Sample, read_as: ReadAs) -> Iterator[tuple[Column, ...]]:
    """The roles of the columns; with both choices for a heading that may be a name."""
    layout = read_as.layout
    sure: list[Column] = []
    weak: list[tuple[int, str, str]] = []
    taken: set[str] = set()
    table = sample.table
    for at, heading in enumerate(table.headings[table.first_column :], start=table.first_column):
        role, word = _sure_role(sample, read_as, at, taken), plain(heading)
        guess = None if word in read_as.headings else read_as.ruleset.weak_headings.get(word)
        if guess in layout.roles and role == ("player" if guess in layout.number_roles else "unknown"):
            role = guess
            doubtful = guess in layout.number_roles
        else:
            doubtful = word not in read_as.headings and _could_be_a_name(sample, read_as, at, role)
        if role is not None and doubtful and len(weak) < _MOST_WEAK:
            weak.append((at, heading, role))
        elif role is not None:
            sure.append(Column(at, role, heading))
            taken.add(role)
    for choice in product((True, False), repeat=len(weak)):
        columns = list(sure)
        used = set(taken)
        for (at, heading, guess), as_role in zip(weak, choice, strict=True):
            if as_role and guess in used - _OF_SEVERAL - {"unknown"}:
                break
            columns.append(Column(at, guess if as_role else "player", heading))
            used.add(columns[-1].role)
        else:
            columns.sort()
            yield tuple(columns)


def players_of(columns: Iterable[Column]) -> tuple[int, ...]:
    """The columns of players."""
    return tuple(column.at for column in columns if column.role == "player")


def fewer_players(
    sample: Sample, read_as: ReadAs, columns: tuple[Column, ...]
) -> Iterator[tuple[Column, ...]]:
    """The columns, and again with some of the players' columns as something else: drinks, a counter.

    The evidence decides among them. Only choices are given in which points can add up to 0, where plus and
    minus points are written and they should.
    """
    yield columns
    layout = read_as.layout
    players = [column for column in columns if column.role == "player"]
    spare = len(players) - (layout.at_table or layout.min_players)
    if layout.list_of is not None or spare < 1 or (len(players) > _MOST_DOUBTED and not layout.takes_all):
        return
    counts = range(1, min(spare, _MOST_SPARE) + 1)
    if layout.takes_all:
        told = [column for column in columns if column in players or _told(read_as, column) == "other"]
        apart = _written_apart(players, told if len(players) > layout.max_players else (), counts)
        ways = (gone for gone in apart if all(_told(read_as, column) != "player" for column in gone))
    else:
        ways = _may_go(sample, read_as, players, counts)
    for gone in ways:
        yield tuple(column._replace(role="unknown") if column in gone else column for column in columns)


def _told(read_as: ReadAs, column: Column) -> str | None:
    return read_as.headings.get(plain(column.heading))


def _may_go(
    sample: Sample, read_as: ReadAs, players: Sequence[Column], counts: Sequence[int]
) -> Iterable[Sequence[Column]]:
    """Which of the players' columns may be something else, by the content of these and of the others."""
    layout = read_as.layout
    free = [column for column in players if _told(read_as, column) != "player"]
    if layout.settles and layout.notation == "plus-minus":
        balance = _balance(sample, players)
        free = list(filter(balance.may_go, free))
        several = chain.from_iterable(combinations(free, count) for count in counts)
        return filter(balance.goes_out_without, several)
    # If only wins or only solos are written, the column of a player without any is empty.
    free = [column for column in free if any(sample.said[column.at])]
    return chain.from_iterable(combinations(free, count) for count in counts)


def _written_apart(
    players: Sequence[Column], told: Sequence[Column], counts: Iterable[int]
) -> Iterator[Sequence[Column]]:
    """What may stand before or behind the players, as drinks do, or beside each, as bids and tricks do.

    ``told``: too many players, with the columns that the user said are none.
    """
    yield players[:1]
    yield from (players[-count:] for count in counts)
    for many in (2, 3, 4) if told else ():
        for own in range(many) if not len(told) % many else ():
            if all(column.role == "player" for column in told[own::many]):
                yield [one for at, one in enumerate(told) if at % many != own]


def _with_controls(sample: Sample, read_as: ReadAs, columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The columns, with roles that their content shows better than the heading: winners, or sums of rows."""
    found: list[Column] = []
    players = players_of(columns)
    names_sides = "party" in read_as.layout.roles
    for column in columns:
        role = column.role
        if role in _MAY_SAY_MORE and plain(column.heading) not in read_as.headings:
            if names_sides and role in _MAY_NAME and (role in _SIDES or sample.says_words[column.at]):
                role = _role_by_names(sample, read_as.layout, column, columns, found)
            if role in _MAY_ADD_UP:
                role = _role_by_sums(sample, read_as, column._replace(role=role), players, found)
        found.append(column if role == column.role else column._replace(role=role))
    return tuple(found)


def _role_by_names(
    sample: Sample, layout: Layout, column: Column, columns: Sequence[Column], before: Sequence[Column]
) -> str:
    """The role of a column in which players may be named: winners or losers of a game, or something else.

    ``before``: the roles of the columns to the left.
    """
    role = column.role
    who = sample.says_who(column.at, players_of(columns), layout, called=role in _SIDES)
    if who == "winners" != role and any(
        column.at == one.columns[0] for one in sample.table.apart.values() if one.whose
    ):
        # The points show who won: what is marked beside them is who was Re.
        who = "party"
    # Nobody names the losers under a word for winners.
    fits = (who == role) if role == "winners" else who is not None
    # Names that cannot be held against the points are said to be unchecked.
    aside = "unknown" if role == "winners" else "aside"
    role = (role if fits else aside) if role in _SIDES else who or role
    # A heading for it decides, whatever other columns are.
    others = before if role == column.role else (*before, *columns)
    return "aside" if role in _SIDES and any(one.role == role for one in others) else role


def _role_by_sums(
    sample: Sample, read_as: ReadAs, column: Column, players: tuple[int, ...], before: Sequence[Column]
) -> str:
    """The role of a column that may hold the sum of each row: then a control, whatever its heading.

    A column with a word for controls and other content is none. If a layout has its own kind of control, sums
    are one only under the game's word for it.
    """
    numeric = "control" in read_as.layout.number_roles
    word = plain(column.heading)
    own = read_as.ruleset.headings.get(word)
    sums = sample.says_sums(column.at, players, called="control" in (own, common_headings().get(word)))
    if sums:
        first = all(one.role != "control" for one in before)
        return "control" if first and (numeric or "control" in read_as.layout.roles) else "aside"
    if sums is None and column.role == "control" and sample.says_kinds(column.at):
        # Templates say “ok” of each row.
        return "aside"
    # A control of the layout's own kind is no sum.
    is_own = own == "control" and not numeric
    return "unknown" if sums is False and column.role == "control" and not is_own else column.role


_SIDES = frozenset({"winners", "party", "opposed"})
_MAY_NAME = _SIDES | {"unknown", "aside", "won_by"}
"""Roles of columns in which players may be named."""
_MAY_ADD_UP = frozenset({"unknown", "control"})
_MAY_SAY_MORE = _MAY_NAME | _MAY_ADD_UP


def _balance(sample: Sample, players: Sequence[Column]) -> _Balance:
    """The sums of rows, where points add up to 0."""
    said = [sample.said[column.at] for column in players]
    # Sums of 0 are the same in multiples of the smallest unit, which are faster to add.
    parts = lcm(*(cell.denominator for column in said for cell in column if isinstance(cell, Fraction)))
    rows = [
        [int(cell * parts) if isinstance(cell, (int, Fraction)) else 0 for cell in row]
        for row in zip(*said, strict=True)
    ]
    rows = [row for row in rows if any(row)]
    columns = zip(*rows, strict=True) if rows else ((),) * len(players)
    return _Balance(dict(zip(players, columns, strict=True)), [sum(row) for row in rows])


class _Balance(NamedTuple):
    """The sums of rows, and the part of each column in them."""

    amounts: Mapping[Column, Sequence[int]]
    sums: Sequence[int]

    def may_go(self, column: Column) -> bool:
        """Whether without a column at most as many rows would stop adding up to 0 as start to."""
        needed = sum(
            1 for whole, mine in zip(self.sums, self.amounts[column], strict=True) if mine and not whole
        )
        return needed <= len(self.sums) - self.sums.count(0)

    def goes_out_without(self, gone: Sequence[Column]) -> bool:
        """Whether without some columns at least as many rows add up to 0 as with them, or half of all."""
        rests = [
            whole - sum(mine)
            for whole, mine in zip(
                self.sums, zip(*map(self.amounts.__getitem__, gone), strict=True), strict=True
            )
        ]
        return 2 * rests.count(0) >= len(rests) and rests.count(0) >= self.sums.count(0)


_MOST_DOUBTED, _MOST_SPARE = 12, 4
"""With more columns none is doubted; the largest number of columns that are no player's."""


def _sure_role(sample: Sample, read_as: ReadAs, at: int, taken: set[str]) -> str | None:
    """The role of a column by its heading, else by its content; ``None`` for an empty column."""
    heading, layout = sample.table.headings[at], read_as.layout
    told = read_as.headings.get(plain(heading))
    if told is not None:
        return "aside" if told == "other" else told
    known = _known(read_as, plain(heading))
    if heading[-1:] in SIGN_ENDS:
        known = with_sign(known, heading)
    if known is None or _is_of_each(sample.table.headings, heading, layout):
        is_total = heading == sample.called_at_end != ""
        return "control" if is_total else _role_by_content(sample, layout, at, taken)
    known = _role_by_both(known, sample, layout, at, taken)
    if known == "number" and known in taken and sample.holds_points[at] and _holds_no_counts(sample, at):
        # No beside the game numbers is a name.
        return _role_by_content(sample, layout, at, taken)
    fits = known not in taken - _OF_SEVERAL and (known in layout.roles or known in ANYWHERE)
    return known if fits else "unknown"


def _known(read_as: ReadAs, word: str) -> str | None:
    """The role that a plain word over a column has in the game, or in all games."""
    return read_as.ruleset.headings.get(word) or common_headings().get(word)


def _role_by_both(known: str, sample: Sample, layout: Layout, at: int, taken: set[str]) -> str:
    """The role of a column under a ``known`` heading, where its content may say another one."""
    if known in _COUNTS and not taken and at == sample.table.first_column:
        known = _role_of_counts(sample, at) or known
    if known == "number" and sample.says_kinds(at) and layout.played in layout.roles - taken:
        known = layout.played
    role, tells = layout.roles_under.get(known, ("", None))
    filled, words = sample.filled[at]
    return role if tells and words and len(words) == len(filled) and tells(words) else known


def _role_of_counts(sample: Sample, at: int) -> str | None:
    """The role of a first column that may count games.

    Rounds with one game each are its number, also with a slip in them; those of several are not.
    """
    if sample.counts_parts[at]:
        return "aside"
    return "number" if sample.counts[at] or _nearly_counts(sample.said[at]) else None


def _role_by_content(sample: Sample, layout: Layout, at: int, taken: set[str]) -> str | None:
    """The role of a column with a heading unknown to all games; ``None`` for an empty column."""
    table, heading = sample.table, sample.table.headings[at]
    filled, words = sample.filled[at]
    if not filled:
        return "player" if heading and _may_be_nobodys(sample, layout, at) else None
    if not taken and sample.counts_parts[at]:
        return "aside"
    if not taken and sample.counts[at]:
        named = any(common_headings().get(plain(other)) == "number" for other in table.headings)
        return "tag" if named and not heading else "number"
    for role, tells in layout.roles_by_content.items():
        if len(words) == len(filled) and tells(words):
            return role
    if not heading:
        return "tag"
    if table.turned and not taken and not sample.holds_points[at]:
        # The corner of a transposed table; the games are named below it.
        return "tag"
    return _role_by_points(sample, layout, at, filled)


def _role_by_points(sample: Sample, layout: Layout, at: int, filled: Sequence[Value]) -> str:
    """The role of a column under a heading that may be a name: a player's, or one that only looks like it."""
    heading = sample.table.headings[at]
    if _is_second_column(sample, heading, at):
        return "running"
    if (
        at in sample.of_seats
        or _is_of_a_seat(heading, sample)
        or _is_money(sample, heading)
        or _is_of_each(sample.table.headings, heading, layout)
    ):
        return "unknown"
    if layout.list_of is None and sample.holds_points[at]:
        return "unknown" if layout.whole and not sample.whole[at] and at in sample.in_parts else "player"
    marks = sum(map(_is_mark, filled))
    if len(filled) < 2 * marks < 2 * len(filled):
        # A note below the games.
        filled = sample.beside_numbers(at)
    return _role_by_marks(sample, layout, filled)


def _role_by_marks(sample: Sample, layout: Layout, filled: Sequence[Value]) -> str:
    """The role of a column under a name, without numbers: a player's who has only marks, or none."""
    if not filled or not all(map(_is_mark, filled)):
        return "unknown"
    ticks = any(map(_is_tick, filled))
    # Who wins is ticked in every player's column, or in none.
    alike = not ticks or any(any(map(_is_tick, sample.filled[other][0])) for other in sample.with_points())
    if alike and layout.list_of is None and _may_be_silent(layout):
        return "player"
    # A player who never played: a slash or dash for each game, and no tick.
    return "unknown" if ticks else "absent"


def _may_be_nobodys(sample: Sample, layout: Layout, at: int) -> bool:
    """Whether an empty column may be a player's: no names that stood there were put beside those before."""
    joined = any(column == at for _, column in sample.table.apart)
    return _may_be_silent(layout) and not sample.has_sums and not joined


def _may_be_silent(layout: Layout) -> bool:
    """Whether a player's column may be empty, or hold only marks.

    If only plus points are written, that of a player without a win is; and where a row is one player's, that
    of one who never played alone.
    """
    return layout.notation != "plus-minus" or not layout.settles


def _is_second_column(sample: Sample, heading: str, at: int) -> bool:
    """Whether a column is the second one of a player, with the running total.

    The headings may be Anna, Anna Summe, Bernd … or Anna, Summe, Bernd, Summe …; or the names are repeated
    (Anna, Bernd …, Anna, Bernd …), with the running totals of the first ones.
    """
    if at in sample.running:
        return True
    name, _, last = heading.rpartition(" ")
    word = plain(last)
    if row_words().get(word) != "total" and word not in words_below_names():
        return False
    return plain(name) in sample.words if name else sample.table.headings.count(heading) > 1


def _is_money(sample: Sample, heading: str) -> bool:
    """Whether a column is the money for a player's points: Anna, Anna €, Bernd …, or Anna, €, Bernd, € …"""
    whose = whose_money(heading, sample.words)
    return bool(whose) or (whose is not None and sample.table.headings.count(heading) > 1)


def _is_of_each(headings: Sequence[str], heading: str, layout: Layout) -> bool:
    """Whether a heading stands beside each of three or more, or of two if no more do: Ann, Bid, Bo, Bid."""
    if headings.count(heading) < min(_FEWEST_BESIDE, layout.max_players):
        return False
    times = Counter(headings)
    once = {at for at, one in enumerate(headings) if one and times[one] == 1}
    stands = [at for at, one in enumerate(headings) if one == heading]
    return all(not once.isdisjoint(range(*pair)) for pair in pairwise(stands))


_FEWEST_BESIDE = 3


def _is_of_a_seat(heading: str, sample: Sample) -> bool:
    """Whether a column holds the points of a seat, as Points 1, or of a game of those named before the rows:
    Name, Lane 1, Lane 2 …"""
    bare, whose = plain(heading).rstrip("0123456789"), vocabulary("layouts", "words.toml", section="whose")
    named = not sample.table.turned and not sample.words.isdisjoint(whose)
    return heading[-1:].isdigit() and (bare in words_below_names() or (named and bare not in {"", *whose}))


def _could_be_a_name(sample: Sample, read_as: ReadAs, at: int, role: str | None) -> bool:
    """Whether a column whose heading is a role may be a player's: Art, Mark and No are names.

    It may if it holds points although its role requires words, or rising game numbers; and with wins and
    losses under a word for what the layout lacks, or has already: Dag behind Kveld.
    """
    layout = read_as.layout
    if role == "unknown" and sample.holds_points[at]:
        known = _known(read_as, plain(sample.table.headings[at]))
        return known == "kind" or (known is not None and {1, -1}.issubset(sample.signs[at]))
    if role is None or role not in (layout.roles | ANYWHERE) or not sample.holds_points[at]:
        return False
    if role == "aside" and not any(isinstance(number, int) and number for number in sample.said[at]):
        # Nobody drank anything.
        return False
    if role == "number":
        return _holds_no_counts(sample, at)
    return role not in layout.number_roles | layout.sure_roles and sample.table.headings[at] != ""


def _holds_no_counts(sample: Sample, at: int) -> bool:
    """Whether a column's numbers are no game numbers: these rise, but each evening may begin anew."""
    numbers = [number for number in sample.said[at] if isinstance(number, int)]
    falls = any(numbers[0] != after < before for before, after in pairwise(numbers))
    return (falls or min(numbers, default=0) < 0) and not _nearly_counts(numbers)


def _nearly_counts(said: Iterable[Written]) -> bool:
    """Whether two in three of a column's numbers are one more than that before, or as many as rows so far.

    Where the first number comes again below a higher one, rounds of several games begin anew.
    """
    numbers = [number for number in said if isinstance(number, int)]
    anew = any(after == numbers[0] < before for before, after in pairwise(numbers))
    steps = [after - before for before, after in pairwise(numbers)]
    in_place = sum(number - at == numbers[0] for at, number in enumerate(numbers))
    if len(numbers) < _ENOUGH or anew:
        return False
    return 3 * steps.count(1) >= 2 * len(steps) or 3 * in_place >= 2 * len(numbers)


_ENOUGH = 4
_COUNTS = frozenset({"aside", "number"})
_OF_SEVERAL = frozenset({"date", "remark", "aside"})
"""Roles that several columns of a table may have."""
ANYWHERE = frozenset({"number", "remark", "date"})
"""Columns that every layout can have."""


def _is_mark(value: object) -> bool:
    return isinstance(value, str) and written(value) is None


def _is_tick(value: object) -> bool:
    return str(value).strip() in _TICKS


_TICKS = frozenset({"x", "X", "×", "."})


def _signs_allow(sample: Sample, layout: Layout, columns: Sequence[Column]) -> bool:
    """Whether a sheet can have only plus or only minus points.

    A few numbers of the other sign are slips, not another notation.
    """
    points = tuple(c.at for c in columns if c.role == "player")
    if not layout.min_players <= len(points) <= layout.max_players:
        return True
    stop = sample.feet.of(layout, points, numbers_column(columns))[1].stop
    signs = [sample.signs[at][:stop] for at in points]
    strange_one = 1 if layout.notation == "minus-only" else -1
    strange = seen = 0
    if sum(column.count(strange_one) for column in signs) > _ENOUGH_STRANGE:
        # If enough of the first rows show another notation, it is one, whatever follows.
        for row in zip(*signs, strict=True):
            seen += len(row) - row.count(0)
            strange += row.count(strange_one)
            if strange > _ENOUGH_STRANGE and 10 * strange >= seen:
                return False
    else:
        strange = sum(column.count(strange_one) for column in signs)
        seen = sum(len(column) - column.count(0) for column in signs)
    return 10 * strange < seen


_ENOUGH_STRANGE = 5
