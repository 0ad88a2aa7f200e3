"""An event file to begin with: what the sheets of a folder tell of rounds, tables and players."""

from __future__ import annotations

from itertools import combinations
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from scorecheck.model.draft import Draft, DraftRound, DraftTable
from scorecheck.tournament.names import Players, natural_key
from scorecheck.tournament.rounds import place_of_result, rounds_by_name
from scorecheck.tournament.similar import slips_between

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.model.outcome import Result


def draft(results: Sequence[Result], files: Iterable[str]) -> Draft:
    """The rounds and players of results whose paths are told from the event's folder on.

    ``files`` are all sheets below the folder: a pattern such as ``round1/*.csv`` is only given where it
    fits no other file.
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
                DraftTable(place_of_result(result).table or "", tuple(p.player for p in result.players))
                for result in one.results
            ),
        )
        for one in rounds
    )
    people = Players({}, (player.player for result in results for player in result.players))
    names = {people.name(player.player) for result in results for player in result.players}
    together = {
        frozenset(pair)
        for result in results
        for pair in combinations({people.name(player.player) for player in result.players}, 2)
    }
    ordered = sorted(names, key=lambda name: (natural_key(name), name))
    alike = tuple(
        (one, other)
        for one, other in combinations(ordered, 2)
        if frozenset((one, other)) not in together and slips_between(one, other) is not None
    )
    return Draft(found, len(paths) == len(set(paths)), tuple(ordered), alike)


def _patterns(mine: Sequence[str], everything: Sequence[str]) -> Iterable[str]:
    """Files by name, or all of one kind in a folder where they are just these."""
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
