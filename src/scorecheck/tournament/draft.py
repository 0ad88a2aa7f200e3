"""Drafts an event file from a folder: the rounds, tables and players on its sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from itertools import combinations
from pathlib import PurePosixPath

from scorecheck.model.draft import Draft, DraftRound, DraftTable
from scorecheck.model.names import Players, may_be_one
from scorecheck.model.order import natural_key
from scorecheck.model.outcome import Result
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.rounds import evening_of_result, place_of_result, rounds_by_name, several


class Answers(NamedTuple):
    """The answers to the question whether almost equal names are one player."""

    same: Mapping[str, str] = {}
    """Spellings, each with its player."""
    others: frozenset[str] = frozenset()
    """Names of other players."""


UNASKED = Answers()


def alike_names(results: Sequence[Result]) -> tuple[tuple[str, str], ...]:
    """Names that may be one person's, never there in one round: the more frequent one, then the other."""
    people = Players({}, (player.player for result in results for player in result.players))
    seated: dict[object, dict[str, None]] = {}
    sheets: Counter[str] = Counter()
    for at, result in enumerate(results):
        names = dict.fromkeys(people.name(player.player) for player in result.players)
        its_round = place_of_result(result).round
        seated.setdefault((evening_of_result(result), its_round) if its_round else at, {}).update(names)
        sheets.update(names.keys())
    together = {frozenset(pair) for names in seated.values() for pair in combinations(names, 2)}
    # Of two equally frequent names the longer one comes first: the other may be it in short.
    ordered = sorted(sheets, key=lambda name: (-sheets[name], -len(name)))
    return tuple(
        (one, other)
        for one, other in combinations(ordered, 2)
        if frozenset((one, other)) not in together and may_be_one(one, other)
    )


def folders_of_evenings(results: Iterable[Result]) -> dict[date, str]:
    """The folder of each of several evenings; none if not each has its own."""
    paths: dict[date | None, set[str]] = {}
    for result in results:
        paths.setdefault(evening_of_result(result), set()).add(result.path)
    found: dict[date, str] = {}
    for day, mine in sorted(paths.items(), key=lambda one: str(one[0])):
        if day is None:
            continue
        others = {path for other, theirs in paths.items() if other != day for path in theirs}
        folder = _own_folder(mine, others)
        if folder is None:
            return {}
        found[day] = folder
    return found if several(found) else {}


def _own_folder(mine: Collection[str], others: Collection[str]) -> str | None:
    """The outermost folder of some files that holds no other file."""
    first = PurePosixPath(min(mine)).parent.parts
    for depth in range(1, len(first) + 1):
        folder = "/".join(first[:depth])
        if not all(path.startswith(f"{folder}/") for path in mine):
            return None
        if not any(path.startswith(f"{folder}/") for path in others):
            return folder
    return None


def draft(
    results: Sequence[Result],
    files: Iterable[str],
    alike: Sequence[tuple[str, str]] | None = None,
    answers: Answers = UNASKED,
) -> Draft:
    """The rounds and players of results whose paths are relative to the event's folder.

    ``files`` are all sheets below the folder: a pattern such as ``round1/*.csv`` is used only if it matches
    no other file. Two listed names are two players. So of names that are ``alike`` (on the sheets of a
    season, or on these) only one is listed until somebody has answered.
    """
    rounds = rounds_by_name(results)
    of_round = {one.name: list(dict.fromkeys(result.path for result in one.results)) for one in rounds}
    paths = [path for mine in of_round.values() for path in mine]
    everything = list(files)
    found = tuple(
        DraftRound(
            one.name,
            tuple(_patterns(of_round[one.name], everything)),
            tuple(
                DraftTable(place_of_result(result).table or "", tuple(one.player for one in result.players))
                for result in one.results
            ),
        )
        for one in rounds
    )
    people = Players({}, (player.player for result in results for player in result.players))
    names = {people.name(player.player) for result in results for player in result.players}
    pairs = alike_names(results) if alike is None else alike
    asked = {*answers.same, *answers.others}
    in_doubt = tuple((one, odd) for one, odd in pairs if odd in names and odd not in asked)
    stands_for = {odd: one for one, odd in reversed(in_doubt)} | dict(answers.same)
    listed = {_stands_for(name, stands_for) for name in names}
    ordered = sorted(listed, key=lambda name: (natural_key(name), name))
    spelt: dict[str, tuple[str, ...]] = {}
    for odd in sorted(names & answers.same.keys()):
        player = _stands_for(odd, stands_for)
        spelt[player] = (*spelt.get(player, ()), odd)
    return Draft(found, len(paths) == len(set(paths)), tuple(ordered), in_doubt, spelt)


def _stands_for(name: str, stands_for: Mapping[str, str]) -> str:
    """The player at the end of a chain of spellings."""
    seen = {name}
    while (after := stands_for.get(name)) is not None and after not in seen:
        seen.add(name := after)
    return name


def _patterns(mine: Sequence[str], everything: Sequence[str]) -> Iterable[str]:
    """Files by name, or as a pattern for all files of one type in a folder if there are no others."""
    left = list(mine)
    for path in mine:
        if path not in left:
            continue
        folder, suffix = PurePosixPath(path).parent, PurePosixPath(path).suffix
        alike = [
            one
            for one in everything
            if (PurePosixPath(one).parent, PurePosixPath(one).suffix) == (folder, suffix)
        ]
        if len(alike) > 1 and set(alike) <= set(mine):
            yield (folder / f"*{suffix}").as_posix()
            left = [one for one in left if one not in alike]
        else:
            yield path
            left.remove(path)
