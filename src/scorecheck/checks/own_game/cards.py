"""The ruleset of a described game with scorecards: boxes that each player fills, and their sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scorecheck.checks.card import CardColumn
from scorecheck.checks.cards.card import Card, Cards, cards_of, kind_in, label_of, rows_read, sum_names
from scorecheck.checks.cards.given import CardGame, as_played, columns_of, games_of, results
from scorecheck.checks.cards.judge import LAYOUT, OF_GAMES, CardFault, CardJudge, card_checks
from scorecheck.checks.cards.sums import WrongSum
from scorecheck.checks.cards.way import CardRules, bonuses_of
from scorecheck.checks.check import ERROR, WARNING, Rule
from scorecheck.checks.common import unknown_column
from scorecheck.checks.own_game.file import Described
from scorecheck.checks.ruleset import Ground, Layout, Mending, Ruleset
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import record
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played
from scorecheck.model.terms import Term


@record
class ClubWay:
    """The cards of a club's game under a tariff. See ``CardWay``."""

    categories: tuple[str, ...]
    upper: frozenset[str]
    optional: frozenset[str]
    values: Mapping[str, frozenset[int]]
    steps: tuple[tuple[int, int], ...]
    """The least sums of the upper half with their bonuses, in ascending order."""
    names: Mapping[str, str]
    signed: tuple[str, ...]
    """The categories with values below 0."""
    preset: str = ""

    @property
    def every(self) -> tuple[str, ...]:
        """All categories: there is only one kind of card."""
        return self.categories

    @property
    def may_lack(self) -> tuple[str, ...]:
        """None: rows that may be absent may also be empty."""
        return ()

    def values_of(self, category: str) -> frozenset[int]:
        """The values that the file gives."""
        return self.values[category]

    def chances_of(self, category: str) -> Mapping[int, float]:
        """A uniform distribution: nothing is known of a club's games."""
        return dict.fromkeys(self.values[category], 1 / len(self.values[category]))


class _OwnCardJudge(CardJudge):
    def of_sum(self, wrong: WrongSum, card: Card, cards: Cards, column: int) -> CardFault:
        """Of a bonus with several steps the message names no least sum."""
        del card
        steps = wrong.box.row.kind == "bonus" and not wrong.variant and len(cards.way.steps) != 1
        return self.told_sum(wrong, cards, column, "steps" if steps else wrong.variant)


def ruleset_of_cards(game: Described) -> Ruleset:
    """The ruleset of a described game with scorecards."""
    names = _names(game)
    rules = _rules(game)

    def way_of(sheet: Sheet) -> ClubWay:
        return way_under(game, names, game.amounts(sheet.options))

    def read(sheet: Sheet, entries: Iterable[Entry]) -> Cards:
        return cards_of(sheet, entries, way_of(sheet))

    def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
        one = way_of(sheet)

        def figures(games: Sequence[CardGame]) -> Mapping[str, int]:
            return {"upper-sum": sum(game.upper(one) for game in games)} if one.upper else {}

        return results(games_of(read(sheet, entries)), one, figures)

    def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
        return as_played(games_of(read(sheet, entries)), way_of(sheet))

    def columns(sheet: Sheet, entries: Sequence[Entry]) -> tuple[CardColumn, ...]:
        return columns_of(sheet, read(sheet, entries), way_of(sheet).chances_of)

    def remarks(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Term]:
        return rows_read(read(sheet, entries), sheet)

    def values(_preset: str | None, options: Mapping[str, str | int | bool]) -> dict[str, frozenset[int]]:
        one = way_under(game, names, game.amounts(options))
        return {**one.values, "bonus": frozenset({0, *bonuses_of(one)})}

    return Ruleset(
        game=game.name,
        layouts=(
            Layout(
                LAYOUT,
                running=False,
                roles=frozenset({"category"}),
                coherent=lambda entry, _past, sheet: (
                    kind_in(label_of(entry), names, sheet.own_words) is not None
                ),
                gaps="unchanged",
                row_names=names,
                min_players=game.least,
                default=True,
                by_preset=False,
                mending=lambda: Mending(card=columns),
            ),
        ),
        names=game.called,
        presets=(),
        checks=(
            *card_checks(
                _OwnCardJudge(rules, way_of), [one for one in rules if game.bonus or one is not rules.bonus]
            ),
            unknown_column("layouts", "words.toml"),
        ),
        result=result,
        as_data=played,
        headings={},
        is_game=lambda _entry, _sheet: False,
        noun="row",
        seats=game.seats,
        ranking=game.ranking,
        lower_wins=game.lower_wins,
        options=game.tariff,
        grounds=(Ground("own-boxes", rules.value),),
        row_values=values,
        remarks=remarks,
    )


def way_under(game: Described, names: Mapping[str, str], tariff: Mapping[str, int]) -> ClubWay:
    """The cards of a game under a tariff."""
    amounts = [(one.least, one.points) for one in game.bonus]
    values = {one.name: one.values(tariff) for one in game.categories}
    return ClubWay(
        tuple(one.name for one in game.categories),
        frozenset(one.name for one in game.categories if one.upper),
        frozenset(one.name for one in game.categories if one.optional),
        values,
        tuple((least, said if isinstance(said, int) else tariff[said]) for least, said in amounts),
        names,
        tuple(name for name, some in values.items() if min(some) < 0),
    )


def blank_card(game: Described) -> Mapping[str, Any]:
    """A blank card in the form of ``blank.toml``: the upper half with its sum first."""
    way = way_under(game, {}, game.amounts({}))
    upper = [(one, "entry") for one in way.categories if one in way.upper]
    lower = [(one, "entry") for one in way.categories if one not in way.upper]
    sums = [("sum", "upper-sum")] if upper else []
    bonus = [("bonus", "bonus")] if way.steps else []
    card = [*upper, *sums, *bonus, *lower, ("total", "total")]
    return {
        "kind": "card",
        "players": [game.least, game.most],
        "rows": len(card),
        "card": card,
        "bonuses": way.steps,
    }


def _names(game: Described) -> Mapping[str, str]:
    """The kinds of rows by label: the categories, and the sums of any card."""
    without = () if game.bonus else ("bonus", "upper-total")
    sums = {word: kind for word, kind in sum_names().items() if kind not in without}
    return {**sums, **{word: one.name for one in game.categories for word in one.words}}


def _rules(game: Described) -> CardRules:
    def rule(name: str) -> Rule:
        severity, over_games = WARNING if name == "unfinished" else ERROR, OF_GAMES if name == "total" else ()
        doubtful = WARNING if name == "unfilled" else None
        return Rule(f"{game.name}/{name}", severity, doubtful=doubtful, foot_variants=frozenset(over_games))

    return CardRules(*map(rule, CardRules._fields))
