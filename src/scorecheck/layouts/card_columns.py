"""The columns of a card: the player of each, sums of a player's games, and columns with limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import PurePath

from scorecheck.checks.shape import Box
from scorecheck.checks.words import plain, vocabulary
from scorecheck.layouts.card_rows import HEADING_ABOVE, category_in, has_letters, is_word, labelled_name
from scorecheck.layouts.locate import holds_points
from scorecheck.layouts.read_as import ReadAs
from scorecheck.layouts.readings import players_of
from scorecheck.layouts.vocabulary import common_headings, counts_games, row_words
from scorecheck.model.cells import Unreadable, Value
from scorecheck.model.sheet import GAMES_SUM, Column
from scorecheck.model.workbook import Grid
from scorecheck.model.written import shown_name, written


def box(row: Sequence[Value], at: int) -> Box:
    """The value of a box, 0 if it is struck out, or why it cannot be read."""
    value = row[at] if at < len(row) else ""
    said = None if value == "" else written(value)
    if isinstance(said, Fraction):
        return Unreadable(str(value), "fraction")
    return said if said is not None or value == "" else 0


def columns_of_card(
    grid: Grid, read_as: ReadAs, columns: range, lines: tuple[int, int, int], *, turned: bool
) -> tuple[Column, ...]:
    """The columns of a card, the categories first.

    ``lines``: the row of its names, its first row, and the end of its rows.
    """
    rows, at, (heading, top, bottom) = grid.rows, columns.start, lines
    called = grid.name or PurePath(read_as.path).stem
    names, sums = _names_of_columns(rows, heading, columns[1:], rows[top:bottom], called)
    if turned:
        # A word in a row of its own is a note, not a card.
        body = rows[heading + 1 : bottom]
        names = {other: name for other, name in names.items() if holds_points(body, other)}
    first = rows[heading][at] if heading >= 0 and at < len(rows[heading]) else ""
    found = [Column(at, "category", shown_name(first))]
    for other, name in names.items():
        if other in sums:
            found.append(Column(other, GAMES_SUM, name))
        elif name == called or not _is_heading(name, read_as):
            found.append(Column(other, _role_of(rows[top:bottom], other), name))
    limits = _limits(rows[top:bottom], at, players_of(found), read_as)
    return tuple(column._replace(role="unknown") if column.at in limits else column for column in found)


def _is_heading(word: str, read_as: ReadAs) -> bool:
    return plain(word) in common_headings() or plain(word) in read_as.headings


def _limits(
    body: Sequence[Sequence[Value]], categories: int, players: Sequence[int], read_as: ReadAs
) -> frozenset[int]:
    """The columns with the limits of boxes; none if no other columns are beside them."""
    says_limits = read_as.layout.says_limits
    if says_limits is None or len(players) < 2:
        return frozenset()
    known = read_as.row_names
    kinds = {
        number: kind
        for number in range(len(body))
        if (kind := category_in(body, number, categories, known)) is not None
    }
    found = {at for at in players if says_limits({kind: box(body[row], at) for row, kind in kinds.items()})}
    return frozenset(found) if len(found) < len(players) else frozenset()


def _role_of(body: Sequence[Sequence[Value]], at: int) -> str:
    """A column of words explains the scoring; one with points, marks or nothing is a player's."""
    words = any(at < len(row) and is_word(row[at]) for row in body)
    return "unknown" if words and not holds_points(body, at) else "player"


def _names_of_columns(
    rows: Sequence[Sequence[Value]],
    heading: int,
    columns: range,
    body: Sequence[Sequence[Value]],
    called: str,
) -> tuple[dict[int, str], frozenset[int]]:
    """The players of the columns of a card, and the columns with the sums of a player's games.

    A name may stand above the first of several columns of one player, also if the line above the categories
    only counts the cards. A block of one player's games may have the name in its corner, or only as the name
    of the sheet (``called``).
    """
    line = rows[heading] if heading >= 0 else ()
    every = {at: shown_name(line[at]) for at in columns if at < len(line) and line[at] != ""}
    words = {at: word for at, word in every.items() if _role_of(body, at) == "player"}
    others = {at: word for at, word in every.items() if at not in words}
    if (players := _players_of_games(words)) is not None:
        return {**every, **players}, frozenset(words.keys() - players.keys())
    games = _that_count(words)
    sums = {at: word for at, word in words.items() if at not in games and _is_sum(word)}
    if not words and (name := labelled_name(line, columns.start - 1)):
        words = {columns.start: name}
    elif not games or len(games) + len(sums) < len(words):
        sums = {}
    else:
        words = _owners(rows, heading, columns, games, called)
    in_use = partial(holds_points, body)
    named = _each_named(columns, words, {**sums, **others}, games, in_use)
    return dict(named), frozenset(sums)


def _that_count(words: Mapping[int, str]) -> dict[int, str]:
    """The columns under words that count games, or under I, II, III …, which are not names."""
    if games := {at: word for at, word in words.items() if counts_games(word)}:
        return games
    found = {at: word for at, word in words.items() if word.strip(".") in _ROMAN}
    said = tuple(word.strip(".") for word in found.values())
    return found if len(said) >= _FEWEST_ROMAN and said == _ROMAN[: len(said)] else {}


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_FEWEST_ROMAN = 2


def _each_named(
    columns: Iterable[int],
    words: Mapping[int, str],
    sums: Mapping[int, str],
    games: Container[int],
    in_use: Callable[[int], bool],
) -> Iterator[tuple[int, str]]:
    """Each column with its name, which may be above the first of several."""
    last = ""
    for at in columns:
        last = words.get(at, last)
        if at in sums:
            yield at, sums[at]
        elif at in words or at in games or (last and in_use(at)):
            yield at, last


def _players_of_games(words: Mapping[int, str]) -> Mapping[int, str] | None:
    """The players of the columns with a game, without those of sums, if all headings contain both.

    Anna (Game 1), Anna (Game 2), Anna (Total), Bernd (Game 1) … do, and Anna 1, Anna 2, Bernd 1, Bernd 2;
    so does Anna Game 1.
    """
    for pattern in (_OF_PLAYER, _NUMBERED):
        both = {at: (one[1], one[2]) for at, word in words.items() if (one := pattern.fullmatch(word))}
        if not both or len(both) < len(words) or all(map(counts_games, words.values())):
            continue
        of_games = all(counts_games(game) or _is_sum(game) for _, game in both.values())
        if of_games and (pattern is _OF_PLAYER or _have_the_same(both.values())):
            return {at: _name_in(player, game) for at, (player, game) in both.items() if counts_games(game)}
    return None


def _name_in(player: str, game: str) -> str:
    """The name before the word for a game, if there is one."""
    name, _, word = player.rpartition(" ")
    return name if name and counts_games(f"{word} {game}") else player


def _have_the_same(columns: Iterable[tuple[str, str]]) -> bool:
    """Whether all people have the same games, each more than one; ``Player 1`` is a person."""
    games: dict[str, tuple[str, ...]] = {}
    for player, game in columns:
        games[player] = (*games.get(player, ()), game)
    if len(games) == 1 and plain(next(iter(games))) in _anybody():
        return False
    return len(set(games.values())) == 1 and len(next(iter(games.values()))) > 1


def _owners(
    rows: Sequence[Sequence[Value]], heading: int, columns: range, games: Mapping[int, str], called: str
) -> Mapping[int, str]:
    """The names above columns whose headings only count the cards, each above a player's first column.

    ``called``, the name of the sheet, counts beside dates or words; without names, the headings are as good.
    """
    first, corner = columns.start, columns.start - 1
    above = rows[heading - 1] if heading > 0 else ()
    names = {at: shown_name(above[at]) for at in columns if at < len(above) and is_word(above[at])}
    if len(names) > 1 and first in names:
        return names
    for row in range(heading, max(-1, heading - 1 - HEADING_ABOVE), -1):
        if name := labelled_name(rows[row], corner):
            return {first: name}
    if names:
        return names
    said = rows[heading][corner] if corner < len(rows[heading]) else ""
    common = plain(said) in common_headings()
    if is_word(said) and plain(said) not in _no_names() and not common:
        return {first: shown_name(said)}
    return {first: called} if called and (common or any(map(has_letters, games.values()))) else games


_no_names = partial(vocabulary, "layouts", "words.toml", section="corner")

_anybody = partial(vocabulary, "layouts", "words.toml", section="anybody")

_OF_PLAYER = re.compile(r"(.+) \((.+)\)")
"""A player, and the card in brackets."""

_NUMBERED = re.compile(r"(.*[^\W\d_](?:[^\W\d_]|\.))\s*(\d{1,2})")
"""A player, and the card after the name."""


def _is_sum(word: str) -> bool:
    return row_words().get(plain(word)) == "total" or common_headings().get(plain(word)) == "control"
