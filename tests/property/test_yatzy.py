"""Yatzy cards and dice logs made from random throws: they are clean however they are kept, and a changed
value is found in them, or leaves a card that could have been played."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.checks.cards.way import bonus_for
from scorecheck.games.yatzy.scoring import UPPER, ScoringWay, choices, possible
from support import checked, found

NAMES = {
    "en": "Ones Twos Threes Fours Fives Sixes Pair|Two pairs|Three pairs|Three of a kind|Four of a kind|"
    "Five of a kind|Small straight|Large straight|Full straight|Full house|Castle|Tower|Chance|Yatzy|Extra",
    "de": "Einser Zweier Dreier Vierer Fünfer Sechser Paar|Zwei Paare|Drei Paare|Drilling|Vierling|"
    "Fünfling|Kleine Straße|Große Straße|Ganze Straße|Full House|Burg|Turm|Chance|Yatzy|Extra",
    "nb": "Enere Toere Treere Firere Femmere Seksere Ett par|To par|Tre par|Tre like|Fire like|"
    "Fem like|Liten straight|Stor straight|Full straight|Hytte|Hus|Tårn|Sjanse|Yatzy|Ekstra",
}
KINDS = (
    *UPPER,
    "pair",
    "two-pairs",
    "three-pairs",
    "three-of-a-kind",
    "four-of-a-kind",
    "five-of-a-kind",
    "small-straight",
    "large-straight",
    "full-straight",
    "full-house",
    "castle",
    "tower",
    "chance",
    "yatzy",
    "extra",
)
WAYS = {
    "yatzy": ScoringWay(),
    "doppel-yatzy": ScoringWay("doppel-yatzy", extra="minus"),
    "maxi-yatzy": ScoringWay("maxi-yatzy", strict=True),
}


def names_of(lang: str) -> dict[str, str]:
    upper, *lower = NAMES[lang].split("|")
    first = upper.split(" ", 6)
    return dict(zip(KINDS, [*first, *lower], strict=True))


class Turn(NamedTuple):
    category: str
    dice: tuple[int, ...]
    value: int


class Kept(NamedTuple):
    """How a card is kept."""

    lang: str
    sum_with_bonus: bool
    blank: bool
    rank: bool
    struck: str


kept = st.builds(
    Kept,
    st.sampled_from(sorted(NAMES)),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["0", "-", "x", "/"]),
)


@st.composite
def turns(draw: st.DrawFn, way: ScoringWay) -> list[Turn]:
    """A game: for every category a throw and one of the values that it gives there."""
    made: list[Turn] = []
    for category in way.categories:
        # Of few faces, so that something often comes of it.
        faces = draw(st.sets(st.integers(1, 6), min_size=1, max_size=draw(st.sampled_from([2, 6]))))
        dice = tuple(draw(st.lists(st.sampled_from(sorted(faces)), min_size=way.thrown, max_size=way.thrown)))
        values = [choice.value for choice in choices(category, dice, way)] or [0]
        made.append(Turn(category, dice, draw(st.sampled_from(values))))
    return made


def upper_of(values: dict[str, int]) -> int:
    return sum(value for category, value in values.items() if category in UPPER)


def total_of(values: dict[str, int], way: ScoringWay) -> int:
    return sum(values.values()) + bonus_for(upper_of(values), way)


def card(columns: list[dict[str, int]], shown: list[dict[str, int]], way: ScoringWay, how: Kept) -> str:
    """The card with the boxes of ``shown`` and the sums of ``columns``."""
    names = names_of(how.lang)

    def line(name: str, values: list[object]) -> str:
        return ",".join(map(str, (name, *values)))

    def box(category: str, values: dict[str, int]) -> object:
        return values[category] or (0 if category == "extra" else how.struck)

    uppers = [upper_of(values) for values in columns]
    bonuses = [bonus_for(upper, way) for upper in uppers]
    sums = line("Sum", [u + b if how.sum_with_bonus else u for u, b in zip(uppers, bonuses, strict=True)])
    bonus = line("Bonus?", list(bonuses))
    lines = [line("Card", [f"Player{at}" for at in range(len(columns))])]
    lines += [line(names[c], [box(c, values) for values in shown]) for c in UPPER]
    lines += [bonus, sums] if how.sum_with_bonus else [sums, bonus]
    lines += [",".join([""] * (len(columns) + 1))] if how.blank else []
    lines += [line(names[c], [box(c, values) for values in shown]) for c in way.categories if c not in UPPER]
    totals = [total_of(values, way) for values in columns]
    lines.append(line("Total", list(totals)))
    places = [f"{1 + sum(other > total for other in totals)}." for total in totals]
    lines += [line("Rank", list(places))] if how.rank else []
    return "\n".join(lines) + "\n"


def log(made: list[Turn], way: ScoringWay) -> str:
    """The dice log of a game; in Doppel Yatzy two categories a turn."""
    if way.preset != "doppel-yatzy":
        rows = [f"{at},Anna,{' '.join(map(str, t.dice))},{t.category},{t.value}" for at, t in enumerate(made)]
        return "\n".join(["Turn,Player,Dice,Category,Score", *rows]) + "\n"
    rows = []
    for at in range(0, len(made), 2):
        outer, inner = made[at : at + 2]
        dice = " ".join(f"{a}-{b}" for a, b in zip(outer.dice, inner.dice, strict=True))
        row = (at // 2 + 1, "Anna", dice, outer.category, outer.value, inner.category, inner.value)
        rows.append(",".join(map(str, row)))
    head = "Turn,Player,Dice,Outer category,Outer score,Inner category,Inner score"
    return "\n".join([head, *rows]) + "\n"


ways = st.sampled_from(sorted(WAYS))


def errors(text: str, preset: str) -> list[tuple[str, str | None, str]]:
    return [one for one in found(checked(text, preset=preset)) if one[2] != "info"]


@given(ways, kept, st.data())
@examples(25)
def test_valid_cards_are_clean_however_they_are_kept(preset: str, how: Kept, data: st.DataObject) -> None:
    way = WAYS[preset]
    games = data.draw(st.lists(turns(way), min_size=1, max_size=3))
    columns = [{turn.category: turn.value for turn in game} for game in games]
    text = card(columns, columns, way, how)
    assert found(checked(text, preset=preset)) == []
    # Told by its rows as well as by its name; a full card of Yatzy could be scored with its dice.
    (sheet,) = checked(text).sheets
    assert (sheet.sheet.game, sheet.sheet.preset, sheet.sheet.layout) == ("yatzy", preset, "card")


@given(ways, st.data())
@examples(25)
def test_valid_logs_are_clean(preset: str, data: st.DataObject) -> None:
    made = data.draw(turns(WAYS[preset]))
    assert errors(log(made, WAYS[preset]), preset) == []
    (sheet,) = checked(log(made, WAYS[preset])).sheets
    assert (sheet.sheet.preset, sheet.sheet.layout) == (preset, "dice")


@given(ways, kept, st.data())
@examples(40)
def test_a_changed_box_is_one_fault(preset: str, how: Kept, data: st.DataObject) -> None:
    way = WAYS[preset]
    values = {turn.category: turn.value for turn in data.draw(turns(way))}
    category = data.draw(st.sampled_from(way.categories))
    wrong = data.draw(st.integers(-30, 60).filter(lambda value: value != values[category]))
    text = card([values], [{**values, category: wrong}], way, how)
    ((rule, cell, severity),) = errors(text, preset)
    assert severity == "error"
    if wrong not in possible(category, ScoringWay(way.preset, strict=way.strict)):
        line = next(
            at
            for at, row in enumerate(text.splitlines(), 1)
            if row.startswith(names_of(how.lang)[category] + ",")
        )
        assert (rule, cell) == ("yatzy/value", f"B{line}")
    else:
        assert rule == ("yatzy/sum" if category in UPPER else "yatzy/total")


@given(ways, kept, st.data())
@examples(25)
def test_a_changed_sum_is_one_fault(preset: str, how: Kept, data: st.DataObject) -> None:
    way = WAYS[preset]
    values = {turn.category: turn.value for turn in data.draw(turns(way))}
    lines = card([values], [values], way, how).splitlines()
    which = data.draw(st.sampled_from(["Sum", "Bonus?", "Total"]))
    at = next(at for at, line in enumerate(lines) if line.startswith(which + ","))
    right = int(lines[at].rpartition(",")[2])
    wrong = data.draw(st.integers(0, 400).filter(lambda value: value != right))
    lines[at] = f"{which},{wrong}"
    rule = {"Sum": "yatzy/sum", "Bonus?": "yatzy/bonus", "Total": "yatzy/total"}[which]
    told = errors("\n".join(lines) + "\n", preset)
    upper = upper_of(values)
    whole = upper + bonus_for(upper, way)
    if (which == "Sum" and wrong == upper) or (which != "Total" and wrong == whole):
        # The sum without the bonus is as good as the sum with it, and that is as good as the bonus.
        assert told == []
    elif told != [(rule, f"B{at + 1}", "error")]:
        # A box may as well have been written wrongly, where the sum fits what else it can hold.
        ((found, cell, severity),) = told
        box = int(cell.removeprefix("B")) - 1
        name, _, value = lines[box].rpartition(",")
        lines[box] = f"{name},{int(value) + wrong - right}"
        assert (found, severity) == (rule, "error")
        assert errors("\n".join(lines) + "\n", preset) == []


@given(ways, st.data())
@examples(30)
def test_a_changed_score_of_a_log_is_found_or_could_have_been(preset: str, data: st.DataObject) -> None:
    way = WAYS[preset]
    made = data.draw(turns(way))
    at = data.draw(st.integers(0, len(made) - 1))
    turn = made[at]
    wrong = data.draw(st.integers(-30, 60).filter(lambda value: value != turn.value))
    told = errors(log([*made[:at], turn._replace(value=wrong), *made[at + 1 :]], way), preset)
    variants = [ScoringWay(way.preset, way.strict, extra=extra) for extra in ("minus", "chance", "strike")]
    could = {0} | {choice.value for one in variants for choice in choices(turn.category, turn.dice, one)}
    assert [rule for rule, *_ in told] == ([] if wrong in could else ["yatzy/dice-score"])


@given(
    st.sampled_from(["over", "label", "label-apart", "corner", "none"]),
    st.booleans(),
    st.booleans(),
    st.data(),
)
@examples(15)
def test_blocks_of_games_are_clean_however_they_are_kept(
    named: str, again: bool, summed: bool, data: st.DataObject
) -> None:
    """All games stand under the one name, and what they come to is held to them."""
    way, names = WAYS["yatzy"], names_of("de")
    games = [
        {turn.category: turn.value for turn in game}
        for game in data.draw(st.lists(turns(way), min_size=2, max_size=4))
    ]
    columns: list[dict[str, int]] = []
    for values in games:
        upper, lines = upper_of(values), {names[c]: values[c] for c in way.categories}
        columns.append(
            {**lines, "Summe": upper, "Bonus": bonus_for(upper, way), "Gesamt": total_of(values, way)}
        )
    whole = sum(column["Gesamt"] for column in columns)
    heads = [f"{at}. Spiel" for at in range(1, len(games) + 1)]
    if summed:
        columns.append({row: sum(column[row] for column in columns) for row in columns[0]})
        heads.append("Summe")
    first = ["Anna" if named == "corner" else "Feld", *heads]
    above = {"over": ["", "Anna"], "label": ["Name: Anna"], "label-apart": ["Spieler", "Anna"]}.get(named)
    rows = [names[c] for c in UPPER] + ["Summe", "Bonus"]
    below = [names[c] for c in way.categories if c not in UPPER] + ["Gesamt"]
    middle = [["Unterer Teil", *heads]] if again else []
    told = [first, *([r, *(c[r] for c in columns)] for r in rows), *middle]
    told += [[row, *(column[row] for column in columns)] for row in below]
    text = "\n".join(",".join(map(str, line)) for line in [*([above] if above else []), *told]) + "\n"
    file = checked(text, name="Anna.csv")
    assert found(file) == []
    (sheet,) = file.sheets
    assert sheet.sheet.players == ("Anna",) * len(games)
    if summed:
        bad = text[: text.rindex(",") + 1] + f"{whole + 9}\n"
        ((rule, _, _),) = found(checked(bad, name="Anna.csv"))
        assert rule == "yatzy/total"
