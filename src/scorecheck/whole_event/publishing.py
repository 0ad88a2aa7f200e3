"""Prepares a run for publication, with initials or pseudonyms instead of the players' names.

The names are replaced in the data before any report is made, so that no page, print, export or file name can
contain a forgotten one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, time, timedelta
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from scorecheck.many_files.job import Job
from scorecheck.model.against import CorrectedCell
from scorecheck.model.names import clean_name, name_key
from scorecheck.model.outcome import Checked, CheckedSheet
from scorecheck.model.record import replace
from scorecheck.reports.messages import Messages
from scorecheck.tournament.event import Publish
from scorecheck.whole_event.ranking import Ranked

T = TypeVar("T")

_WORDS = frozenset(
    (
        *("alone", "area", "categories", "changes", "decided_by", "figures", "format", "formats", "game"),
        *("grounds", "key", "kind", "layout", "letters", "level", "method", "notation", "noun"),
        *("options", "preset", "role", "rule", "sha256", "shown", "status", "step", "ties", "variant"),
    )
)
"""Fields that hold words of the program, never names: a player may have such a word as a name."""
_PLAIN = (int, float, Fraction, date, time, timedelta, Path, bytes, type(None))
_BETWEEN = r"[\s_.,\-]+"
"""What may separate the parts of a name, in a cell or in a file name."""
_LETTER = r"[^\W_]"


def renaming(job: Job, checked: Checked, outcome: Ranked | None, messages: Messages) -> Callable[[Any], Any]:
    """A function that replaces the players' names in any data of a run."""
    spelt = _spellings(job, checked, outcome)
    publish = _wishes(job)
    shown = published_names(set(spelt.values()), publish.names, publish.players, messages)
    return Renaming({spelling: shown[player] for spelling, player in spelt.items()})


def _wishes(job: Job) -> Publish:
    """The organiser's choice of names: from the season file, else from the first event that has one.

    Without a choice, initials are published.
    """
    said = [] if job.season is None else [job.season.publish]
    said += [one.publish for one in job.events]
    told = [one for one in said if one is not None]
    players = {player: wish for one in reversed(told) for player, wish in one.players.items()}
    return Publish(told[0].names if told else "initials", players)


def _names_on(one: CheckedSheet) -> Iterator[str]:
    yield from one.sheet.players
    yield from (substitute.player for substitute in one.sheet.substitutes)
    yield from (player.player for player in one.result.players) if one.result else ()
    yield from (line.player for line in one.listed)
    yield from (player.player for result in one.of_rounds for player in result.players)


def _spellings(job: Job, checked: Checked, outcome: Ranked | None) -> dict[str, str]:
    """The player for each name on the sheets and in the event files."""
    found: dict[str, str] = {}
    for one in checked.sheets:
        found |= {name: name for name in _names_on(one)}
    for event in job.events:
        people = [member for members in event.teams.values() for member in members]
        people += [*event.out, *(penalty.player for penalty in event.penalties)]
        people += (one.change.enters for one in event.substitutes)
        found |= {name: name for name in people}
        found |= event.aliases
    if job.season is not None:
        found |= job.season.aliases
    if outcome is not None:
        found |= outcome.names
        found |= {
            line.player: line.player for line in (*outcome.standings.lines, *outcome.standings.unranked)
        }
    # An alias of an alias: the event and the season use different names.
    return {spelling: found.get(player, player) for spelling, player in found.items() if spelling.strip()}


def published_names(
    players: Iterable[str], kind: str, wishes: Mapping[str, str], messages: Messages
) -> dict[str, str]:
    """The published name of each player; all are different.

    ``kind`` is ``full``, ``initials`` or ``pseudonyms``; ``wishes`` holds the choices of single members: one
    of these words, or a name of their own.
    """
    wished = {name_key(player): wish for player, wish in wishes.items()}
    # Alphabetical order would reveal who is who.
    order = sorted(players, key=lambda player: (sha256(name_key(player).encode()).digest(), player))
    shown: dict[str, str] = {}
    for number, player in enumerate(order, 1):
        wish = wished.get(name_key(player), kind)
        if wish == "full":
            shown[player] = player
        elif wish == "initials":
            shown[player] = initials(player)
        elif wish == "pseudonyms":
            shown[player] = messages.label("publish.player", number=number)
        else:
            shown[player] = clean_name(wish)
    return dict(_apart(shown))


def _apart(shown: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The same names, with numbers after those that several players have."""
    count = Counter(shown.values())
    taken = {name for name in shown.values() if count[name] == 1}
    numbers: Counter[str] = Counter()
    for player, name in shown.items():
        if count[name] > 1:
            bare = name
            while name in taken or name == bare:
                numbers[bare] += 1
                name = f"{bare} {numbers[bare]}"
            taken.add(name)
        yield player, name


def initials(name: str) -> str:
    """``Anna-Lena Meier`` is ``A. M.``."""
    words = (re.search(_LETTER, word) for word in name.split())
    return " ".join(f"{word[0].upper()}." for word in words if word is not None) or "…"


class Renaming:
    """Replaces names in records, texts and collections of them."""

    def __init__(self, names: Mapping[str, str]) -> None:
        spelt = {unicodedata.normalize("NFC", name): new for name, new in names.items()}
        # "ß" is no "ss" for a pattern, as it is when case is folded; a heading in capitals may have either.
        spelt |= {name.casefold(): new for name, new in spelt.items() if len(name.casefold()) > len(name)}
        self._by_words: dict[tuple[str, ...], str] = {}
        patterns: list[str] = []
        for name in sorted(spelt, key=len, reverse=True):
            words = tuple(re.findall(r"[^\s_.,\-]+", name))
            for order in dict.fromkeys((words, (*words[1:], *words[:1]), (*words[-1:], *words[:-1]))):
                if order:
                    self._by_words.setdefault(tuple(word.casefold() for word in order), spelt[name])
                    patterns.append(_BETWEEN.join(map(re.escape, order)))
        whole = "|".join(patterns)
        # Genitives are replaced, too.
        ends = rf"(?=(?:['’]?s)?(?!{_LETTER}))"
        self._pattern = re.compile(rf"(?<!{_LETTER})(?:{whole}){ends}", re.IGNORECASE) if whole else None
        self._made: dict[int, tuple[Any, Any]] = {}

    def __call__(self, value: T) -> T:
        """The same value with other names; an object that occurs twice stays one object."""
        return cast("T", self._of(value))

    def _of(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, _PLAIN):
            return value
        # Keyed by identity, since findings are compared by it; the object is kept so that its id stays taken.
        known = self._made.get(id(value))
        if known is None:
            known = self._made[id(value)] = (value, self._built(value))
        return known[1]

    def _built(self, value: Any) -> Any:
        fields: Sequence[str] = getattr(value, "_fields", ())
        if fields:
            return value._replace(**{name: self._field(value, name) for name in fields})
        if isinstance(value, Mapping):
            items = cast("Mapping[Any, Any]", value).items()
            return {self._of(key): self._of(one) for key, one in items}
        if isinstance(value, AbstractSet):
            return frozenset(map(self._of, cast("AbstractSet[Any]", value)))
        if isinstance(value, list):
            return [self._of(one) for one in cast("list[Any]", value)]
        if isinstance(value, Sequence):
            return tuple(map(self._of, cast("Sequence[Any]", value)))
        return replace(value, **{name: self._field(value, name) for name in value.__slots__})

    def _field(self, owner: Any, name: str) -> Any:
        value = getattr(owner, name)
        if name in _WORDS or (name == "why" and not isinstance(owner, CorrectedCell)):
            return value
        if name != "params":
            return self._of(value)
        params = cast("Mapping[str, Any]", value)
        return {key: one if key in _WORDS else self._of(one) for key, one in params.items()}

    def _text(self, text: str) -> str:
        if self._pattern is None or not text:
            return text
        same = unicodedata.normalize("NFC", text)
        new = self._pattern.sub(self._name, same)
        return text if new == same else type(text)(new)

    def _name(self, found: re.Match[str]) -> str:
        words = tuple(re.findall(r"[^\s_.,\-]+", found[0].casefold()))
        return self._by_words.get(words, "…")
