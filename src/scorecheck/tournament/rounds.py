"""Evenings, rounds and tables from the names of sheets, files and folders.

``2026-01-15/runde02/Tisch 3.xlsx`` is table 3 of round 2 of that evening. The sheet's name counts first, then
the file's, then those of the folders from the inside out. Evening, round and table may come from different
names. A name with two rounds shows neither.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from scorecheck.model.cells import month_of
from scorecheck.model.names import clean_name, name_key
from scorecheck.model.order import grouped, natural_key
from scorecheck.model.outcome import CheckedFile, CheckedSheet, Result
from scorecheck.model.record import NamedTuple, replace

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PATTERNS = (
    re.compile(rf"(?<!\d){_YEAR}(?P<gap>[-_.]?)(?P<month>\d\d)(?P=gap)(?P<day>\d\d)(?!\d)"),
    re.compile(
        r"(?<![\d.])(?P<day>\d{1,2})(?:\. ?(?P<month>\d{1,2})\. ?|[-_](?P<month_too>\d{1,2})[-_])"
        r"(?P<year>(?:19|20)?\d\d)(?!\d)"
    ),
    re.compile(
        r"(?<!\d)(?P<day>\d{1,2})(?:\.|st|nd|rd|th)?[ _-]*"
        rf"(?P<month>[^\W\d_]{{3,}})\.?,?[ _-]*{_YEAR}(?!\d)"
    ),
)
"""``2026-01-15``, ``20260115``; ``15.1.2026``, ``15-01-26``; ``15. Januar 2026``."""


_MOST_NAMES = 4096
"""What so many names say is cached: most are of folders, which many files have in common."""


def evening_of(*names: str) -> date | None:
    """The day in the first of some names that contains one; a name with two days does not count."""
    return next(filter(None, map(_day_in, names)), None)


@lru_cache(maxsize=_MOST_NAMES)
def _day_in(name: str) -> date | None:
    days = set(_days_in(name))
    return days.pop() if len(days) == 1 else None


def _days_in(name: str) -> Iterator[date]:
    for pattern in _PATTERNS:
        for found in pattern.finditer(name):
            said = found.groupdict()
            month = said["month"] or said.get("month_too") or ""
            year, number = int(said["year"]), int(month) if month.isdigit() else month_of(month)
            try:
                yield date(year if year > 99 else 2000 + year, number, int(said["day"]))
            except ValueError:
                # Numbers, but not a day.
                continue


def several(evenings: Iterable[date | None]) -> bool:
    """Whether sheets are of several evenings."""
    return len({one for one in evenings if one is not None}) > 1


ONLY_ROUND = "Round 1"
"""The round of all sheets if no name contains one."""

_ROUND_WORDS, _TABLE_WORDS = "runde|round|spielrunde|durchgang|serie|omgang", "tisch|table|bord"
_EVENING_WORDS = "abend|spielabend|evening|session|kveld|spillekveld|spieltag|termin|week|wk|woche|kw|uke"
_SHORT_WORDS = "r|rd|rnd|rde|omg|tag|day|dag"
"""Short forms of these words, if only a number is beside them."""
_GAP = r"[ _\-.]*"
_WORD_ENDS = r"(?![^\W\d_])"
_NUMBER = r"0*\d{1,3}(?!\d)"
_ORDINAL = r"(?:\.|st|nd|rd|th|te|ter)[ _\-]*"
_NO_DATE = r"(?![.\-/_]\d{1,2}[.\-/_]\d)"
_NOT_THE_NEXT = rf"(?!{_ORDINAL}(?:{_ROUND_WORDS}|{_TABLE_WORDS}){_WORD_ENDS}(?!{_GAP}{_NUMBER}))"
"""In ``3rd table 1st round``, the 1 does not belong to the table."""
_OWN_NUMBER = _NUMBER + _NO_DATE + _NOT_THE_NEXT


def _pattern(words: str) -> re.Pattern[str]:
    """``Runde 2``, ``runde_02``, ``Runde2``; ``2. Runde``, ``2nd round``, ``2te Runde``.

    The word is a word of its own: ``Background 2`` is no round, and neither are the days in
    ``Runde 15.11.2014`` and ``15.11. Runde 3``.
    """
    return re.compile(
        rf"(?<![^\W\d_])({words}){_GAP}({_OWN_NUMBER})"
        rf"|(?<![\d.])({_NUMBER}){_ORDINAL}({words}){_WORD_ENDS}(?!{_GAP}{_OWN_NUMBER})",
        re.IGNORECASE,
    )


_ROUND = _pattern(_ROUND_WORDS)
_TABLE = _pattern(_TABLE_WORDS)
_R, _T = (rf"(?:{words})\.?[ _\-]?0*(\d{{1,2}})" for words in ("r|rd|rnd", "t|ti|tab|b"))
_BETWEEN = r"[ _.,;\-]*"
_SHORT = re.compile(rf"(?<![^\W_])(?:{_R}{_BETWEEN}{_T}|{_T}{_BETWEEN}{_R})(?![^\W_])", re.IGNORECASE)
"""``R1 T2``, ``t2_r1``, ``Rd. 1, Ti. 2``: single letters count only together."""
_ROMAN = re.compile(
    rf"(?<![^\W\d_])((?i:{_ROUND_WORDS}|{_TABLE_WORDS}|{_EVENING_WORDS}))({_GAP})(X{{0,2}}(?:IX|IV|V?I{{0,3}}))(?![^\W_])"
)
"""``Runde II``; a lower-case ``i`` is a word."""
_PAIR = re.compile(r"(?P<before>.*?)(?<![\d.,])0*(?P<round>\d{1,2})[-_.]0*(?P<table>\d{1,2})")
"""``1-03``, ``2026-03-14_1_03``."""
_DAY_AND_MONTH = r"(?:0?[1-9]|[12]\d|3[01])\. ?(?:0?[1-9]|1[0-2])\.?"
_EVENING = re.compile(
    rf"(?:{_EVENING_WORDS}){_GAP}{_NUMBER}|{_NUMBER}{_ORDINAL}(?:{_EVENING_WORDS})"
    rf"|(?:[^\W\d]+[ \-]*){{0,2}}{_DAY_AND_MONTH}",
    re.IGNORECASE,
)
"""``Abend 3``, ``2. Spieltag``, ``Doppelkopf 19.3.``: an evening without a year."""


_COUNTED_WORDS = (
    rf"{_ROUND_WORDS}|{_EVENING_WORDS}|{_SHORT_WORDS}"
    "|kw|woche|week|uke|turnier|tournament|turnering|etappe|game night"
)
_DAY = rf"(?:{_DAY_AND_MONTH} ?(?:\d\d){{0,2}}|\d{{1,2}}/\d{{1,2}}(?:/(?:\d\d){{1,2}})?|\d{{4}}-\d\d-\d\d)"
_HEADING = re.compile(
    rf"(?:{_COUNTED_WORDS}){_GAP}{_NUMBER}|{_NUMBER}{_ORDINAL}(?:{_COUNTED_WORDS})\.?"
    rf"|(?:[^\W\d_]+[.,]{{0,2}}[ \-]*){{0,2}}{_DAY}",
    re.IGNORECASE,
)
"""A column heading for a round: ``R1``, ``Round 1``, ``2. Abend``, ``KW 12``, ``3.9.``, ``Fr 3.9.``."""
_IN_WORDS = re.compile(
    r"(?:\d{1,2}(?:\.|st|nd|rd|th)?[ \-]*)?(?P<month>[^\W\d_]{3,})\.?"
    r"(?:[ \-]*\d{1,2}(?:st|nd|rd|th)?)?(?:,?[ \-]*(?:\d\d){1,2})?"
)
"""``6. März``, ``Mar 6, 2026``, ``January``, ``Jan. 26``."""


def names_a_round(said: object) -> bool:
    """Whether the text above a column names a round, an evening, a day or a month."""
    text = str(said).strip()
    if isinstance(said, date) or _HEADING.fullmatch(text):
        return True
    found = _IN_WORDS.fullmatch(text)
    return found is not None and month_of(found["month"]) > 0


def in_rounds_of(path: str, folder: str) -> bool:
    """Whether a file is in a folder, or in those of its rounds and tables: ``Runde 2/Tisch 3/a.csv``."""
    if folder and not path.startswith(f"{folder}/"):
        return False
    _, *parts = reversed(path.removeprefix(folder).strip("/").split("/"))
    return all(map(_names_a_place, parts))


def home_of(folder: str) -> str:
    """The folder of the event whose sheets are in a folder: the one above those of rounds and tables."""
    parts = folder.split("/")
    while parts and _names_a_place(parts[-1]):
        parts.pop()
    return "/".join(parts)


def _names_a_place(folder: str) -> bool:
    """Whether a folder is that of a round or a table."""
    return names_a_round(folder) or _TABLE.fullmatch(folder) is not None


RoundKey: TypeAlias = "tuple[int, str]"
"""Numbered rounds by number, then others by name."""


class TablePlace(NamedTuple):
    """The place of a sheet as far as names show: ``Runde 2``, ``Tisch 3``."""

    round: str | None
    table: str | None


class Round(NamedTuple):
    """A round with the results of its sheets."""

    name: str
    results: tuple[Result, ...]


def place_of(path: str, sheet: str | None, title: str = "", *, title_first: bool = False) -> TablePlace:
    """The round and table of a sheet, by the names of the sheet, its file and its folders.

    The title above a table comes last, since copied sheets keep it; with ``title_first`` it distinguishes
    several tables of a sheet. Numbers are returned without leading zeros.
    """
    names = [sheet or "", *reversed(_file_parts(path))]
    said = list(map(_places_in, [title, *names] if title_first else [*names, title]))
    return TablePlace(
        next((one for one, _ in said if one is not None), None),
        next((one for _, one in said if one is not None), None),
    )


def rounds_by_name(results: Iterable[Result]) -> tuple[Round, ...]:
    """Groups sheets into rounds by their names.

    If names contain several days, each day has rounds of its own, named with the day; an only round is named
    by the day alone.
    """
    of_day = grouped(results, evening_of_result)
    if not several(of_day):
        return _rounds_of_evening([result for mine in of_day.values() for result in mine])
    found: list[Round] = []
    for day in sorted(of_day, key=lambda day: (day is None, str(day))):
        rounds = _rounds_of_evening(of_day[day])
        if day is None:
            found += rounds
            continue
        for one in rounds:
            name = f"{day} {one.name}" if len(rounds) > 1 else str(day)
            found.append(one._replace(name=name))
    return tuple(found)


def _rounds_of_evening(results: Sequence[Result]) -> tuple[Round, ...]:
    """Groups the sheets of one evening into rounds by their names.

    Rounds with the same number are one in any language, under the first name. If no name contains a round,
    all sheets are ``Round 1``. If only some do, the others are rounds named by their files without the table:
    ``final_tisch1`` and ``final_tisch2`` are ``final``. Numbered rounds come first.
    """
    placed = [(result, place_of_result(result).round) for result in results]
    if not placed:
        return ()
    if all(name is None for _, name in placed):
        if any(result.after for result, _ in placed) or _are_evenings(results):
            return _one_after_the_other([result for result, _ in placed])
        return (Round(ONLY_ROUND, tuple(result for result, _ in placed)),)
    names: dict[RoundKey, str] = {}
    members: dict[RoundKey, list[Result]] = {}
    for result, said in placed:
        key = round_key(said, result.path)
        names.setdefault(key, _file_name(result.path) if said is None else said)
        members.setdefault(key, []).append(result)
    order = sorted(names, key=lambda key: (key[0], natural_key(key[1])))
    return tuple(Round(names[key], tuple(members[key])) for key in order)


def _one_after_the_other(results: Iterable[Result]) -> tuple[Round, ...]:
    """Sheets of several evenings, or with continued ones: each a round with the other tables of its name."""
    members = grouped(results, lambda result: without_table(result.path, result.sheet))
    rounds = sorted(members.values(), key=lambda mine: min(result.after for result in mine))
    by_file = len({mine[0].path for mine in rounds}) == len(rounds)
    return tuple(Round(_called(mine[0], by_file=by_file), tuple(mine)) for mine in rounds)


def _are_evenings(results: Sequence[Result]) -> bool:
    """Whether the names of sheets or files are those of evenings, and perhaps tables."""
    return any(
        all(_EVENING.fullmatch(_called(result, by_file=by_file)) for result in results)
        for by_file in (False, True)
    )


def _called(result: Result, *, by_file: bool) -> str:
    """The name of a sheet, or of its file, without its table."""
    sheet = "" if by_file else result.sheet or ""
    return clean_name(_TABLE.sub(" ", sheet).strip(" _-.")) or clean_name(sheet) or _file_name(result.path)


def place_of_result(result: Result) -> TablePlace:
    """The place of the sheet of a result."""
    one_of_several = result.shown_name is not None and result.shown_name != result.sheet
    place = place_of(result.path, result.sheet, result.title, title_first=one_of_several)
    if result.numbers is not None and place_of(result.path, result.sheet) == (None, None):
        place = TablePlace(
            *(f"{word} {number}" for word, number in zip(("Round", "Table"), result.numbers, strict=True))
        )
    return place if result.table is None else place._replace(table=f"Table {result.table}")


def with_numbers(files: Iterable[CheckedFile]) -> tuple[CheckedFile, ...]:
    """Files with the round and table that several names say together: those of the sheets of a file, or those
    of the files in a folder, where each gives one result."""
    files = tuple(files)
    of_file = [[one.result for one in file.sheets if one.result is not None] for file in files]
    alike: dict[tuple[str, str], list[tuple[str, Result]]] = {}
    for results in of_file:
        for one in results:
            name = _file_parts(one.path)[-1] if len(results) == 1 else one.sheet or ""
            home = one.path.rpartition("/")[0] if len(results) == 1 else one.path
            pair = _PAIR.fullmatch(name)
            alike.setdefault((home, pair["before"] if pair else ""), []).append((name, one))
    found: dict[int, tuple[int, int]] = {}
    for mine in alike.values():
        names = [name for name, _ in mine]
        places = numbered(names, [[player.player for player in one.players] for _, one in mine])
        found |= {id(one): place for (_, one), place in zip(mine, places, strict=True) if place is not None}

    def placed(sheet: CheckedSheet) -> CheckedSheet:
        place, result = found.get(id(sheet.result)), sheet.result
        return replace(sheet, result=replace(result, numbers=place)) if result and place else sheet

    return tuple(replace(file, sheets=tuple(map(placed, file.sheets))) for file in files) if found else files


def numbered(names: Sequence[str], players: Sequence[Collection[str]]) -> list[tuple[int, int] | None]:
    """The round and table of each sheet or file, if all names end with such numbers: ``1-01``.

    All names must begin alike, rounds and tables count from 1, and hardly anybody sits at two tables of a
    round; otherwise the numbers are days.
    """
    found = [_PAIR.fullmatch(name) for name in names]
    places = [(int(one["round"]), int(one["table"])) for one in found if one is not None]
    tables: dict[int, list[int]] = {}
    people: dict[int, list[str]] = {}
    for (round_, table), mine in zip(places, players, strict=False):
        tables.setdefault(round_, []).append(table)
        people.setdefault(round_, []).extend(map(name_key, mine))
    ours = len(places) == len(names) and len({one and one["before"] for one in found}) == 1
    ours = ours and _counts_up(tables) and all(map(_counts_up, tables.values()))
    seats = sum(map(len, people.values()))
    again = seats - sum(len(set(mine)) for mine in people.values())
    ours = ours and max(map(len, tables.values())) > 1 and again <= _MOST_TWICE * seats
    return [*places] if ours else [None] * len(names)


_MOST_TWICE = 0.2
"""The greatest share of seats of people who sit at two tables of a round: at sheets of days all do."""


def _counts_up(numbers: Iterable[int]) -> bool:
    return sorted(numbers) == list(range(1, len(list(numbers)) + 1))


def evenings_of(rounds: Sequence[Round]) -> list[date | None]:
    """The evening of each round, by names; ``None`` if all are of one."""
    days = [next(map(evening_of_result, one.results), None) for one in rounds]
    return days if several(days) else [None] * len(days)


def evening_of_result(result: Result) -> date | None:
    """The day in the names of the sheet of a result, its file and folders."""
    return evening_of_sheet(result.path, result.sheet)


def evening_of_sheet(path: str, sheet: str | None) -> date | None:
    """The day in the names of a sheet, its file and folders, the nearest first."""
    return evening_of(sheet or "", *reversed(_file_parts(path)))


def round_key(said: str | None, path: str) -> RoundKey:
    """A key that sheets of one round have in common, if a name contains a round."""
    return (1, name_key(_file_name(path))) if said is None else (0, said.rpartition(" ")[2])


def without_table(path: str, sheet: str | None) -> tuple[str, ...]:
    """The names of a sheet, its file and its folders, without the table in them.

    Where no name speaks of a round, sheets that have all this in common are of one occasion:
    ``abend1_tisch1`` and ``abend1_tisch2``, but not ``abend2_tisch1``.
    """
    return tuple(map(_without_table, (*_file_parts(path), sheet or "")))


@lru_cache(maxsize=_MOST_NAMES)
def _without_table(name: str) -> str:
    return _TABLE.sub(" ", name_key(name)).strip(" _-.")


def number_of(table: str | None) -> int | None:
    """The number in the name of a table or round."""
    return None if table is None else int(table.rpartition(" ")[2])


def _file_parts(path: str) -> list[str]:
    """The folders of a path and the file name without suffix."""
    *folders, file = path.replace("\\", "/").split("/")
    return [*folders, _stem(file)]


def _stem(file: str) -> str:
    stem, dot, ending = file.rpartition(".")
    # ``2. Runde`` has a dot and no suffix.
    return stem if dot and ending.isalnum() else file


def _file_name(path: str) -> str:
    """The file name without its table; if nothing is left, that of its folder."""
    parts = _file_parts(path)
    named = (clean_name(_TABLE.sub(" ", part).strip(" _-.")) for part in reversed(parts))
    return next(filter(None, named), clean_name(parts[-1]))


@lru_cache(maxsize=_MOST_NAMES)
def _places_in(name: str) -> tuple[str | None, str | None]:
    """The round and the table in a name; a name with two of a kind shows neither of these."""
    text = _SHORT.sub(_spelt_out, _ROMAN.sub(_in_digits, name))
    return _only(_said(_ROUND, text)), _only(_said(_TABLE, text))


def _only(said: Iterable[str]) -> str | None:
    """The first of some names of one round or table; ``None`` where they are of several, or there is none."""
    names = list(said)
    return names[0] if len({name.rpartition(" ")[2] for name in names}) == 1 else None


def _spelt_out(short: re.Match[str]) -> str:
    """``R1 T2`` in whole words."""
    round_, table, table_first, round_last = short.groups(default="")
    return f" Round {round_ or round_last} Table {table or table_first} "


def _in_digits(roman: re.Match[str]) -> str:
    """``Runde II`` as ``Runde 2``; a word without a number stays."""
    word, gap, number = roman.groups()
    values = [{"I": 1, "V": 5, "X": 10}[letter] for letter in number]
    less = sum(one for one, after in pairwise(values) if one < after)
    return f"{word}{gap}{sum(values) - 2 * less}" if values else roman[0]


def _said(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """The rounds or tables in a name."""
    for word, number, number_before, word_after in pattern.findall(text):
        yield f"{(word or word_after).capitalize()} {int(number or number_before)}"
