"""What one game is worth: the fields of each game, and its value term by term, by ``scorecheck score``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scorecheck.model.terms import Term, Worked
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.worked import worked_lines

_CUBES = tuple(str(2**power) for power in range(7))
_CALLS = ("no 90", "no 60", "no 30", "schwarz")
_ENDINGS = ("played", "untouched", "passed", "paid-off")
_RESULTS = ("single", "gammon", "backgammon")
_CHECKERS = ("board", "bar", "waiting", "off")
_LONGEST_NUMBER = 4


class _CannotTell(Exception):
    """Facts of which no value can be made, with the sentence that says why."""


def forms(messages: Messages) -> list[dict[str, Any]]:
    """The fields of each game, in the order in which they are shown."""
    return [
        {"name": game, "label": messages.label(f"game.{game}"), "fields": fields(messages)}
        for game, (fields, _) in _GAMES.items()
    ]


def worth(game: str, said: Mapping[str, Any], messages: Messages) -> dict[str, Any]:
    """The value of a game from what was filled in, or why there is none."""
    try:
        return {"values": _GAMES[game][1](said, messages)}
    except _CannotTell as why:
        return {"refused": plain(str(why))}


def _field(name: str, label: str, kind: str = "text", **more: Any) -> dict[str, Any]:
    return {"name": name, "label": label, "kind": kind, **more}


def _choices(names: Iterable[str], label: Callable[[str], str]) -> list[dict[str, str]]:
    return [{"value": name, "label": label(name)} for name in names]


def _said_by(messages: Messages) -> Callable[[str], str]:
    return lambda name: messages.label(f"app.worth.{name}")


def _shown(worked: Worked, messages: Messages, title: str = "") -> dict[str, Any]:
    terms, value, shares = worked_lines(worked, messages)
    return {"title": title, "terms": _plainly(terms), "value": list(value), "shares": _plainly(shares)}


def _plainly(lines: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[plain(name), amount] for name, amount in lines]


def _number(said: Mapping[str, Any], name: str, messages: Messages) -> int | None:
    """A whole number that was written into a field; ``None``: nothing was."""
    text = str(said.get(name, "")).strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise _CannotTell(messages.label("app.worth.no-number", text=text))
    return int(text)


# Doppelkopf.


def _doppelkopf_fields(messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.doppelkopf.facts import PAIRS, SOLOS

    def term(key: str) -> str:
        return messages.term_text("doppelkopf", Term(key, 0))

    def blank(key: str, kind: str = "text", **more: Any) -> dict[str, Any]:
        return _field(key, messages.label(f"blank.{key}"), kind, **more)

    said = _said_by(messages)
    kinds = _choices(dict.fromkeys((*PAIRS, *SOLOS["tcg"], *SOLOS["ddv"])), term)
    calls = {
        party: [
            {"value": "", "label": "–"},
            *_choices((party, *_CALLS), lambda key: term(key.replace(" ", "-"))),
        ]
        for party in ("re", "kontra")
    }
    return [
        _field(
            "preset", messages.label("app.blank.preset"), "choice", choices=_choices(("tcg", "ddv"), said)
        ),
        blank("kind", "choice", choices=kinds),
        blank("points_re", hint="0–240"),
        blank("points_kontra", hint="0–240"),
        blank("calls_re", "choice", choices=calls["re"]),
        blank("calls_kontra", "choice", choices=calls["kontra"]),
        blank("specials_re", hint="2F D", note=said("specials")),
        blank("specials_kontra", hint="2F D"),
        _field("bock", said("bock"), "flag"),
    ]


def _doppelkopf(said: Mapping[str, Any], messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.doppelkopf.score import UnscoredError, known_options, score

    try:
        worked = score(
            preset=said["preset"],
            kind=said["kind"],
            points={"re": said["points_re"], "kontra": said["points_kontra"]},
            calls={"re": said["calls_re"], "kontra": said["calls_kontra"]},
            specials={"re": said["specials_re"], "kontra": said["specials_kontra"]},
            bock=said["bock"],
        )
    except UnscoredError as why:
        if why.reason in {"points-missing", "other-rules"}:
            raise _CannotTell(messages.label(f"app.worth.{why.reason}")) from None
        text = messages.label(f"score.doppelkopf.{why.reason}", text=why.text, known=known_options())
        raise _CannotTell(text) from None
    return [_shown(worked, messages)]


# Yatzy.


def _yatzy_fields(messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.yatzy.scoring import PRESETS

    cards = [
        {"value": "", "label": messages.label("app.worth.as_thrown")},
        *_choices(PRESETS, lambda name: name),
    ]
    return [
        _field("dice", messages.label("blank.dice"), hint="3 3 3 6 6"),
        _field("card", messages.label("app.worth.card"), "choice", choices=cards),
    ]


def _yatzy(said: Mapping[str, Any], messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.yatzy.score import best_first, can_be_thrown, throw_of
    from scorecheck.games.yatzy.scoring import ScoringWay

    played, thrown = throw_of(said["dice"], said["card"] or None)
    way = ScoringWay(played, strict=played == "maxi-yatzy")
    if not can_be_thrown(thrown, way):
        raise _CannotTell(messages.label("cli.no-throw", dice=said["dice"], count=way.thrown))
    sides = ("outer", "inner") if len(thrown) > 1 else ("",)
    return [
        {
            "title": messages.party("yatzy", side) if side else "",
            "terms": [
                [messages.term_text("yatzy", Term(one.category, 0)), messages.number(one.worked.value)]
                for one in best_first(dice, way)
            ],
            "value": None,
            "shares": [],
        }
        for side, dice in zip(sides, thrown, strict=True)
    ]


# Chouette.


def _chouette_fields(messages: Messages) -> list[dict[str, Any]]:
    said = _said_by(messages)
    stake = [
        _field("player", messages.label("blank.who")),
        _field("cube", messages.label("blank.cube"), "choice", choices=_choices(_CUBES, lambda cube: cube)),
        _field("ending", said("ending"), "choice", choices=_choices(_ENDINGS, said)),
        _field("extra", said("extra"), "flag"),
    ]
    return [
        _field(
            "preset", messages.label("app.blank.preset"), "choice", choices=_choices(("mcc", "couette"), said)
        ),
        _field("winner", messages.label("blank.winner"), "choice", choices=_choices(("box", "team"), said)),
        _field("result", said("result"), "choice", choices=_choices(_RESULTS, said)),
        _field("stakes", said("stakes"), "rows", fields=stake),
    ]


def _chouette(said: Mapping[str, Any], messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.chouette.score import Stake, score

    stakes: list[Stake] = []
    givers: list[str] = []
    for row in said["stakes"]:
        player = row["player"].strip()
        if not player:
            continue
        touched = row["ending"] != "untouched"
        stakes.append(
            Stake(player, int(row["cube"]), row["ending"] if touched else "played", touched=touched)
        )
        if row["extra"]:
            givers.append(player)
    couette = said["preset"] == "couette"
    if not stakes:
        raise _CannotTell(messages.label("app.worth.no-stakes"))
    if couette and givers:
        raise _CannotTell(messages.label("app.worth.no-extras"))
    try:
        worked = score(stakes, said["winner"], said["result"], jacoby=couette, givers=givers)
    except ValueError as why:
        raise _CannotTell(messages.label(f"app.worth.{why}")) from None
    return [_shown(worked, messages)]


# Acey-deucey.


def _acey_deucey_fields(messages: Messages) -> list[dict[str, Any]]:
    return [_field(name, messages.term_text("acey-deucey", Term(name, 0)), "number") for name in _CHECKERS]


def _acey_deucey(said: Mapping[str, Any], messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.acey_deucey.score import score

    board, bar, waiting, off = (_number(said, name, messages) for name in _CHECKERS)
    names = {name: messages.label(f"blank.{name}") for name in ("winner", "loser")}
    try:
        worked = score(board=board or 0, bar=bar or 0, waiting=waiting or 0, off=off, **names)
    except ValueError as why:
        key = "app.worth.all-off" if str(why) == "all-off" else f"score.acey-deucey.{why}"
        raise _CannotTell(messages.label(key)) from None
    return [_shown(worked, messages)]


# Skat.


def _skat_fields(messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.skat.score import ANNOUNCED, KINDS, MOST_MATADORS

    def term(key: str, **params: int) -> str:
        return messages.term_text("skat", Term(key, params=params))

    counts = range(1, max(MOST_MATADORS.values()) + 1)
    matadors = [
        *({"value": str(count), "label": term("with", count=count)} for count in counts),
        *({"value": str(-count), "label": term("without", count=count)} for count in counts),
    ]
    announced = [{"value": "", "label": "–"}, *_choices(ANNOUNCED[1:], term)]
    flags = [_field(name, term(name), "flag") for name in ("hand", "schneider", "schwarz", "open", "lost")]
    return [
        _field("kind", messages.label("blank.kind"), "choice", choices=_choices(KINDS, term)),
        _field("matadors", term("matadors"), "choice", choices=matadors),
        _field("announced", term("announced"), "choice", choices=announced),
        *flags,
        _field("points", term("card-points"), "number", hint="0–120"),
        _field("bid", term("bid"), "number"),
    ]


def _skat(said: Mapping[str, Any], messages: Messages) -> list[dict[str, Any]]:
    from scorecheck.games.skat.score import SkatFacts, UnscoredSkatError, score

    try:
        worked = score(
            SkatFacts(
                said["kind"],
                0 if said["kind"] == "null" else int(said["matadors"]),
                announced=said["announced"],
                points=_number(said, "points", messages),
                bid=_number(said, "bid", messages),
                **{name: said[name] for name in ("hand", "schneider", "schwarz", "open", "lost")},
            )
        )
    except UnscoredSkatError as why:
        raise _CannotTell(messages.term_text("skat", why.told)) from None
    return [_shown(worked, messages)]


_GAMES: Mapping[
    str,
    tuple[
        Callable[[Messages], list[dict[str, Any]]],
        Callable[[Mapping[str, Any], Messages], list[dict[str, Any]]],
    ],
] = {
    "doppelkopf": (_doppelkopf_fields, _doppelkopf),
    "chouette": (_chouette_fields, _chouette),
    "yatzy": (_yatzy_fields, _yatzy),
    "acey-deucey": (_acey_deucey_fields, _acey_deucey),
    "skat": (_skat_fields, _skat),
}
"""For each game its fields, and what is made of them."""
