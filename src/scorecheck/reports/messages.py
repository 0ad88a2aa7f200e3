"""Makes sentences of findings, which hold only a rule, a variant and params."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import cached_property
from itertools import chain
from string import Formatter
from typing import Any, cast

from scorecheck.checks.sketch import folder_of
from scorecheck.model.cells import Number, shortened
from scorecheck.model.finding import MORE, Finding
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Param, Sentence, Several, Term, Worked, total_of
from scorecheck.reports.safe import MINUS
from scorecheck.resources import LANGUAGES as LANGUAGES
from scorecheck.resources import Language as Language
from scorecheck.resources import data_folder, data_of, game_areas, is_ours, package_file, tables_of

_ISO_DATE = r"(?a)(?:(?P<year>\d{4})|-)-(?P<month>\d\d)(?:-(?P<day>\d\d))?"
OF_REPORTS = ("impact", "report", "rests", "standings")
"""The tables of labels that a ``Sentence`` may refer to, besides the texts of repairs."""
_LONGEST_WORD = 60
"""Names and values in the sentence of a finding are cut to this length."""

_SHARED_FOLDERS = {
    "sheet": (("checks", "messages"), ("readers", "messages")),
    "tournament": (("tournament", "messages"),),
    "repair": (("repair", "messages"),),
    "card": (("checks", "cards", "messages"),),
}


class RuleText(NamedTuple):
    """The texts of a rule in one language."""

    name: str
    says: str
    """The rule in one sentence."""
    why: str
    example: str
    remedy: str
    choice: str | None
    """How an event file can change it, if it can."""
    texts: Mapping[str, str]
    """The sentences of its findings, by variant; ``default`` is the usual one."""


class ChoiceText(NamedTuple):
    """The texts of an option in one language."""

    says: str
    values: Mapping[str, str]
    """The meanings of its values; empty where they are obvious."""


_DAY = r"\d{4}-\d\d-\d\d(?=[ ,]|$)"
_NUMBERED = r"(Round|Table) (\d{1,3})"


class Messages:
    """The texts in one language. A file is read only when a text of it is needed.

    A text that is missing is a ``KeyError``.
    """

    def __init__(self, lang: Language) -> None:
        self.lang: Language = lang
        self._areas: dict[str, Mapping[str, Any]] = {}
        self._rules: dict[str, RuleText] = {}
        self._formatter = _Template(self)
        self._short_formatter = _Template(self, _LONGEST_WORD)

    def text(self, finding: Finding, *, typed: bool = True) -> str:
        """The sentence of a finding. Its names are untrusted, as in the file; long ones are cut.

        Unless ``typed``, it does not name the option or setting to type: a button stands beside it.
        """
        if finding.variant == MORE:
            return self.label("finding.more", count=finding.count)
        rule = self.rule(finding.rule)
        a_point = finding.params.get("a_point")
        try:
            template = rule.texts[finding.variant or "default"]
            if not typed:
                template = " ".join(
                    one for one in re.split(r"(?<=[.?!]) ", template) if not _TYPED.search(one)
                )
            said = self._short_formatter.vformat(template, (), finding.params)
            return said if a_point is None else f"{said} {self.label('finding.a-point', worth=a_point)}"
        except (LookupError, ValueError, TypeError, AttributeError):
            if _own_texts(finding.rule, self.lang) is None:
                raise
            # The template of a plug-in refers to a param that its hit lacks.
            return rule.says

    def repair(self, key: str, **params: Param) -> str:
        """A part of the sentence of a repair, by its dotted key."""
        return self.formatted(_text_at(self.area("repair"), key), params)

    def said(self, one: Sentence | Several) -> str:
        """A sentence of a repair or report, with its parts inserted."""
        if isinstance(one, Several):
            text = self.joined([self.said(part) for part in one.parts])
            return text if one.inside else text[:1].upper() + text[1:]
        params = {
            name: self.said(value) if isinstance(value, Sentence | Several) else value
            for name, value in one.params.items()
        }
        table, _, key = one.key.partition(".")
        if table == "event":
            return self.event_text(key, params)
        said = self.label if table in OF_REPORTS else self.repair
        return said(one.key, **params)

    def rule(self, name: str) -> RuleText:
        """All texts of a rule."""
        if name not in self._rules:
            own = _own_texts(name, self.lang)
            if own is not None:
                return _rule_text(name, own)
            self._rules[name] = _rule_text(name, self.area(name.partition("/")[0])[name])
        return self._rules[name]

    def place_name(self, name: str) -> str:
        """The name of a round or table, localised where it was generated: with a number, or a day."""
        dated = re.match(_DAY, name)
        if dated is not None:
            rest = name[dated.end() :].lstrip(", ")
            try:
                said = self.day(date.fromisoformat(dated[0]))
            except ValueError:
                return name
            return f"{said}, {self.place_name(rest)}" if rest else said
        found = re.fullmatch(_NUMBERED, name)
        return self.label(f"new.{found[1].lower()}", number=int(found[2])) if found else name

    def event_text(self, reason: str, params: Mapping[str, Param]) -> str:
        """The sentence for an error in an event file."""
        return self.formatted(_text_at(self.area("tournament"), f"event.{reason}"), params)

    def worked(self, worked: Worked) -> str:
        """The calculation of a value: ``1 (no 120) + 1 (no 90) = 2, × 2 (Re called) = 4``."""
        texts: Mapping[str, str] = self.area(worked.area)["terms"]
        said, total, open_sum = "", 0, False
        for at, term in enumerate(worked.terms):
            total = total_of(worked.terms[: at + 1])
            name = self.formatted(texts[term.key], term.params)
            amount = self.number(abs(term.value))
            if term.factor or term.floor:
                said += (
                    f" = {self.number(total_of(worked.terms[:at]))}, " if open_sum else ", " if said else ""
                )
                said += f"× {amount} ({name})" if term.factor else f"{name}"
                said += f" = {self.number(total)}"
                open_sum = False
                continue
            sign = MINUS if term.value < 0 else "+"
            said += f" {sign} " if said else MINUS if term.value < 0 else ""
            said += f"{amount} ({name})"
            open_sum = at > 0 or open_sum
        return f"{said} = {self.number(total)}" if open_sum else said or self.number(0)

    def term_text(self, area: str, term: Term) -> str:
        """The text of a term of a calculation."""
        return self.formatted(self.area(area)["terms"][term.key], term.params)

    def category(self, word: str) -> str:
        """What a row of a card is called; a word of a club's own game is its own name."""
        return str(self.area("card")["terms"].get(word, word))

    def party(self, area: str, who: str) -> str:
        """The name of a party: a role in the game's messages, else a player."""
        text: str | None = self.area(area).get("parties", {}).get(who)
        return who if text is None else text

    def tells_choices(self, game: str) -> bool:
        """Whether the options of a game have texts; those of plug-ins have none."""
        return "options" in self.area(game)

    def choice(self, area: str, name: str) -> ChoiceText:
        """The texts of an option of a game."""
        text = self.area(area)["options"][name]
        return ChoiceText(text["says"], text.get("values", {}))

    def label(self, key: str, /, **params: Param) -> str:
        """A word or sentence of reports and commands, by its dotted key."""
        try:
            text = _text_at(self.labels, key)
        except KeyError:
            own = self._label_of_a_game(key)
            if own is None:
                raise
            return own
        return self.formatted(text, params) if "{" in text else text

    def _label_of_a_game(self, key: str) -> str | None:
        """The name of a game, layout, entry or ground of an ok in the messages of a game, or ``None``.

        A game of a plug-in without such a label goes by its identifier.
        """
        kind, _, name = key.partition(".")
        of, _, word = name.partition(".")
        if kind == "rests" and word:
            found: str | None = self.area(of).get("labels", {}).get(key)
            # A package without words for it rests on the rules of its game.
            return found if found or is_ours(of) else self.label("rests.rules")
        if kind not in {"game", "layout", "noun"}:
            return None
        ours = game_areas()
        for game in sorted(ours if kind != "game" else ours & {name}):
            if key in (labels := self.area(game).get("labels", {})):
                return str(labels[key])
        from scorecheck.checks.own import game_of, games

        if kind == "game":
            game_of(name)
        for game, one in games().items():
            layouts = [layout.name for layout in one.ruleset.layouts]
            nouns = [one.ruleset.noun, *(layout.noun for layout in one.ruleset.layouts)]
            if name in {"game": [game], "layout": layouts, "noun": nouns}[kind]:
                labels = self.area(game).get("labels", {})
                return str(labels.get(key, name))
        return None

    def game(self, game: str, preset: str | None = None) -> str:
        """The name of a game, by the rules of this preset: ``Doppelkopf (tcg)``, or ``Kniffel``."""
        name = self.label(f"game.{game}")
        if not preset:
            return name
        own = self.area(game).get("labels", {}).get(f"preset.{preset}")
        return f"{name} ({preset})" if own is None else str(own)

    def rules_of(self, game: str, preset: str) -> str:
        """The name of the rules of a preset: ``TCG tournament rules``, or that of the game, ``Kniffel``."""
        labels = self.area(game).get("labels", {})
        return str(labels.get(f"rules.{preset}") or labels.get(f"preset.{preset}") or preset)

    @cached_property
    def decimal(self) -> str:
        """The decimal separator."""
        return self.label("number.decimal")

    def number(self, number: Number, *, signed: bool = False) -> str:
        """A number in the format of the language, with two decimals where it is not whole."""
        text = decimal_text(number).replace("-", MINUS).replace(".", self.decimal)
        return f"+{text}" if signed and number > 0 else text

    def day(self, day: date) -> str:
        """A date in the format of the language."""
        names: Sequence[str] = self.labels["date"]["months"]
        pattern: str = self.labels["date"]["pattern"]
        return pattern.format(day=day.day, month=day.month, year=day.year, name=names[day.month - 1])

    def moment(self, moment: datetime) -> str:
        """A date with the time in UTC, so that it is the same on every computer."""
        utc = moment.astimezone(UTC)
        return self.label("date.moment", day=self.day(utc.date()), time=f"{utc:%H:%M}")

    def date_words(self, text: str) -> str:
        """An ISO 8601 date, or a part of one (``--03-07``, ``1945-03``), in the format of the language."""
        found = re.fullmatch(_ISO_DATE, text)
        if found is None or not 1 <= int(found["month"]) <= 12:
            return text
        table = self.labels["date"]
        year, day = found["year"], found["day"]
        pattern: str = table["pattern" if year and day else "day" if day else "month"]
        name = table["months"][int(found["month"]) - 1]
        return pattern.format(day=int(day or 0), month=int(found["month"]), year=year, name=name)

    def joined(self, words: Sequence[str], by: str = "and") -> str:
        """Words as a list in a sentence: A, B and C; or A, B ``or`` C."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.label(f'list.{by}')} {words[-1]}"

    def formatted(self, template: str, params: Mapping[str, Param]) -> str:
        """One of our templates with its params; these are never interpreted as templates."""
        return self._formatter.vformat(template, (), params)

    @cached_property
    def labels(self) -> Mapping[str, Any]:
        """The labels of reports and commands, as nested tables."""
        return tables_of(data_folder("templates") / "labels" / f"{self.lang}.toml")

    def area(self, name: str) -> Mapping[str, Any]:
        """The texts of an area: a game, ``sheet``, ``tournament`` or ``repair``."""
        if name not in self._areas:
            self._areas[name] = self._read_area(name)
        return self._areas[name]

    def _read_area(self, name: str) -> Mapping[str, Any]:
        folders = _SHARED_FOLDERS.get(name) or (("games", folder_of(name), "messages"),)
        files: list[Mapping[str, Any]] = []
        for folder in folders:
            paths = (package_file(*folder, f"{lang}.toml") for lang in (self.lang, "en"))
            path = next((path for path in paths if path.is_file()), None)
            if path is not None:
                files.append(tables_of(path))
        if len(files) == 1 and "shared" not in files[0]:
            return files[0]
        merged: dict[str, Any] = {}
        for key, table in chain.from_iterable(one.items() for one in files):
            known = merged.get(key, {})
            merged[key] = {**known, **table}
            if "text" in known and "text" in table:
                merged[key]["text"] = {**known["text"], **table["text"]}
        for key, area in merged.pop("shared", {}).items():
            merged[key] = {**self.area(area)[key], **merged[key]}
        return merged or self._read_own(name)

    def _read_own(self, game: str) -> Mapping[str, Any]:
        """The texts of a game of a plug-in, in English where it lacks the language."""
        from scorecheck.checks.own import game_of

        one = game_of(game)
        if one is None:
            return {}
        if one.texts is not None:
            return one.texts(self.lang)
        paths = (one.messages / f"{self.lang}.toml", one.messages / "en.toml")
        found = next((path for path in paths if path.is_file()), None)
        return {} if found is None else data_of(found)


def _own_texts(rule: str, lang: str) -> Mapping[str, Any] | None:
    """The texts of a rule of a plug-in; ``None`` for ours."""
    from scorecheck.checks.own import known_rules

    if is_ours(rule.partition("/")[0]):
        return None
    own = known_rules().get(rule)
    return None if own is None else own.texts[lang]


_TYPED = re.compile(r"option[:}]|--[a-z]|scorecheck\.toml")
"""Finds the sentences of a template that name an option or a settings file."""
_OF_EACH = frozenset({"game", "layout", "noun", "term", "row", "role", "numbers", "round", "of_rounds"})
"""Format specs that translate each of several words."""


class _Template(Formatter):
    """Formats templates. ``{n}`` is a number or text, ``{n:+}`` a signed number,
    ``{words:numbers}`` several numbers, ``{n:plural|game|games}`` a number with its noun,
    ``{n:form|is|are}`` only the word; ``{date:day}`` a date, ``{words:or}`` a choice,
    ``{key:term|game}`` a term of a game, ``{keys:term|game|or}`` a choice of them,
    ``{rows:row|game}`` rows of a card as kind and label; ``{name:round}`` a round, ``{words:of_rounds}``
    words with the rounds in the lines below each; ``{name:game}`` (``{names:game|or}``: one of them),
    ``{name:layout}``, ``{name:method}`` and ``{name:noun}`` are localised names, ``{step:step}`` the name
    of a crashed step, ``{kind:table}`` what a table may be, and ``{cause:toml}`` why a file is no TOML.
    """

    def __init__(self, messages: Messages, longest: int = 0) -> None:
        self.messages = messages
        self.longest = longest

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ARG002
        return kwargs[field_name], field_name

    def format_field(self, value: Param, format_spec: str) -> str:
        kind, *forms = format_spec.split("|")
        words = value if isinstance(value, tuple) else (str(value),)
        if kind == "or":
            return self.messages.joined(words, "or")
        if kind in _OF_EACH:
            by = "or" if "or" in forms else "and"
            return self.messages.joined([self._word(kind, forms, word) for word in words], by)
        if kind == "day":
            return self._cut(self.messages.date_words(str(value)))
        if kind in {"step", "table", "toml"}:
            return self.messages.label(f"{kind}.{value}")
        if kind == "method":
            return self.messages.label(f"method.{value}.name")
        if kind in {"plural", "form"}:
            form = forms[0] if value in (1, "1") else forms[1]
            return form if kind == "form" else f"{self._shown(value)} {form}"
        return self._shown(value, signed=kind == "+")

    def _word(self, kind: str, forms: Sequence[str], word: str) -> str:
        """One word of a list, localised as its ``kind``."""
        if kind == "term":
            return self.messages.term_text(forms[0], Term(word, 0))
        if kind == "numbers":
            return self.messages.number(Fraction(word), signed=word.startswith("+"))
        if kind == "round":
            return self._cut(self.messages.place_name(word))
        if kind == "of_rounds":
            who, *names = word.split("\n")
            return f"{self._cut(who)} ({', '.join(self._word('round', forms, name) for name in names)})"
        if kind == "row":
            of, label = word.split("=", 1)
            params = {"kind": of, "label": self._cut(label)}
            return self.messages.term_text(forms[0], Term("read-row", 0, params=params))
        return self._role(word) if kind == "role" else self.messages.label(f"{kind}.{word}")

    def _role(self, role: str) -> str:
        try:
            return self.messages.label(f"inspect.role.{role}")
        except KeyError:
            return self._shown(role)

    def _shown(self, value: Param, *, signed: bool = False) -> str:
        if isinstance(value, Worked):
            return self.messages.worked(value)
        if isinstance(value, tuple):
            return self.messages.joined([self._cut(word) for word in value])
        if isinstance(value, str):
            return self._cut(value)
        return self._cut(self.messages.number(value, signed=signed))

    def _cut(self, word: str) -> str:
        return shortened(word, self.longest) if self.longest else word


def decimal_text(number: Number) -> str:
    """A number for machines: whole, or with two decimals, rounded half to even."""
    if number.denominator == 1:
        return str(number.numerator)
    hundredths = round(100 * number)
    whole, part = divmod(abs(hundredths), 100)
    return f"{'-' if hundredths < 0 else ''}{whole}.{part:02}"


def exact(number: Number) -> str:
    """A fraction in lowest terms, even if it is whole: ``15/1``."""
    return f"{number.numerator}/{number.denominator}"


def _text_at(table: Mapping[str, Any], key: str) -> str:
    first, *parts = key.split(".")
    found: Any = table.get(first)
    for part in parts:
        if not isinstance(found, dict) or part not in found:
            raise KeyError(key)
        found = cast("dict[str, Any]", found)[part]
    if not isinstance(found, str):
        raise KeyError(key)
    return found


def _rule_text(name: str, rule: Mapping[str, Any]) -> RuleText:
    return RuleText(
        name, rule["says"], rule["why"], rule["example"], rule["remedy"], rule.get("choice"), rule["text"]
    )
