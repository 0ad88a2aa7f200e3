"""The help of the commands and the messages about wrong use, in the user's language.

The English text of an option is in its declaration; ``templates/help`` has the German and Norwegian ones,
keyed by the English paragraphs. A changed text therefore has no translation until it is translated again, and
a test fails. Only help and wrong use import this module.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from scorecheck.cli.console import Console, language, language_named, showable
from scorecheck.reports.safe import plain
from scorecheck.resources import SETTINGS, Language, data_folder, data_of, is_file

_WIDEST, _NARROWEST = 80, 24
_LEAST_BESIDE = 50
"""The least width of a terminal for descriptions beside the options instead of below them."""
_MESSAGES = {
    "needs-value": r"Option '?(?P<option>[^' ]+)'? requires (?:an argument|\d+ arguments)\.?",
    "takes-no-value": r"Option '?(?P<option>[^' ]+)'? does not take a value\.?",
    "not-one-of": r"'(?P<value>.*)' is not one of (?P<choices>.*?)\.?",
    "not-in-range": r"(?P<value>.*) is not in the range (?P<range>.*?)\.?",
    "no-access": r"Path '(?P<path>.*)' is not readable\.?",
    "no-whole-number": r"'(?P<value>.*)' is not a valid int(?:eger)?(?: range)?\.?",
    "no-number": r"'(?P<value>.*)' is not a valid float(?: range)?\.?",
    "too-much": r"Got unexpected extra arguments?(?:\(s\))? \((?P<words>.*)\)",
    "no-command": r"No such command '(?P<name>.*)'\.?",
}
"""The messages of click about wrong use, from which the parts have to be parsed."""


class HelpTexts:
    """The texts of help in one language."""

    def __init__(self, lang: Language) -> None:
        table = data_of(data_folder("templates") / "help" / f"{lang}.toml")
        self.lang: Language = lang
        self._words: Mapping[str, str] = table["words"]
        self.man: Mapping[str, str] = table["man"]
        """The headings of the man page."""
        self._names: Mapping[str, str] = table["names"]
        self._texts: Mapping[str, str] = table.get("texts", {})

    def say(self, key: str, /, **params: str) -> str:
        """A word or sentence of help, by its key; the params are not interpreted as templates.

        Raises:
            KeyError: there is none.
        """
        return self._words[key].format(**params)

    def text(self, english: str) -> str:
        """The translation of an English text; an unknown paragraph stays as it is."""
        return "\n\n".join(self._texts.get(one, one) for one in paragraphs(english))

    def name(self, pattern: str) -> str:
        """The translation of placeholders such as ``FILE`` or ``<str>``."""
        return re.sub(r"<\w+>|[A-Z]{2,}", lambda found: self._names.get(found[0], found[0]), pattern)


@cache
def help_texts_in(lang: Language) -> HelpTexts:
    """The texts in a language, read once."""
    return HelpTexts(lang)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [" ".join(one.split()) for one in text.split("\n\n") if one.strip()]


def language_of(words: Sequence[str]) -> Language:
    """The language of a run: by its arguments, else by the settings here, else by the system.

    The arguments are searched by hand, because they may be invalid.
    """
    for at, word in enumerate(words):
        name, _, value = word.partition("=")
        if name == "--lang":
            asked = language_named(value or "".join(words[at + 1 : at + 2]))
            if asked is not None:
                return asked
    return language(None if "--isolated" in words else _of_settings())


def _of_settings() -> Language | None:
    # Help works without settings; commands complain about broken ones.
    try:
        here = Path.cwd()
    except OSError:
        return None
    if not any(is_file(folder / name) for folder in (here, *here.parents) for name in SETTINGS):
        return None
    from scorecheck.many_files.configuration import Configurations
    from scorecheck.model.error import BrokenFile

    try:
        above = Configurations().above(here)
    except (BrokenFile, OSError):
        return None
    return None if above is None else above.merged.get("lang")


def help_texts_of(context: Any) -> HelpTexts:
    """The texts in the language of a run."""
    known: dict[str, Sequence[str]] = context.find_root().obj or {}
    return help_texts_in(language_of(known.get("words", ())))


def usage(command: Any, context: Any, words: HelpTexts) -> str:
    """The arguments in the usage line of a command."""
    return words.name(" ".join(command.collect_usage_pieces(context)))


def described(parameter: Any, context: Any, words: HelpTexts) -> tuple[str, str] | None:
    """An option or argument with its description; ``None`` where it is hidden."""
    record: tuple[str, str] | None = parameter.get_help_record(context)
    if record is None:
        return None
    name, meaning = record
    english = parameter.help or ""
    # The description is followed by the default, or by "required"; some versions of typer escape the bracket.
    rest = meaning.removeprefix(english).replace("\\[", "[")
    rest = (
        _shown_range(rest)
        .replace("[default: ", f"[{words.say('default')}: ")
        .replace("required]", f"{words.say('required')}]")
    )
    return words.name(name), words.text(english) + rest


def help_text(command: Any, context: Any) -> str:
    """The help of a command, wrapped to the terminal."""
    words, width = help_texts_of(context), _width()
    lines = [*_usage_lines(command, context, words, width)]
    for paragraph in words.text(command.help or "").split("\n\n"):
        lines += ["", *textwrap.wrap(paragraph, width, initial_indent="  ", subsequent_indent="  ")]
    sections: dict[str, list[tuple[str, str]]] = {"arguments": [], "options": []}
    for parameter in command.get_params(context):
        one = described(parameter, context, words)
        if one is not None:
            sections["arguments" if parameter.param_type_name == "argument" else "options"].append(one)
    if hasattr(command, "listed"):
        heading, rows = command.listed(words)
        sections[heading] = rows
    for heading, rows in sections.items():
        if rows:
            lines += ["", f"{words.say(heading)}:", *_table(rows, width)]
    if command.epilog:
        lines += ["", *textwrap.wrap(words.text(command.epilog), width)]
    return showable("\n".join(lines), sys.stdout.encoding)


def usage_text(command: Any, context: Any) -> str:
    """The usage of a command, wrapped to the terminal."""
    return "\n".join(_usage_lines(command, context, help_texts_of(context), _width()))


def complain(error: Any, typed: Sequence[str]) -> None:
    """Complains about wrong use on standard error."""
    console = Console()
    if type(error).__name__ == "NoArgsIsHelpError":
        console.complain(error.format_message())
        return
    words = help_texts_in(language_of(typed))
    context = error.ctx
    if context is not None:
        call = f"{context.command_path} {context.help_option_names[-1]}"
        console.complain(f"{context.command.get_usage(context)}\n{words.say('try', call=call)}\n")
    told = textwrap.wrap(
        f"{words.say('error')}: {plain(_told(error, words))}", _width(), break_long_words=False
    )
    console.complain("\n".join(told))


def _told(error: Any, words: HelpTexts) -> str:
    match type(error).__name__:
        case "NoSuchOption":
            said = words.say("no-option", option=error.option_name)
            near = _letters(error) or sorted(error.possibilities or ())
            return f"{said} {words.say('near', near=', '.join(near))}" if near else said
        case "MissingParameter":
            return words.say("missing", name=_hint(error, words))
        case "BadParameter":
            hint = _hint(error, words)
            return f"{hint}: {_message(error.message, words)}" if hint else _message(error.message, words)
        case _:
            return _message(error.message, words)


def _letters(error: Any) -> list[str]:
    """The options without a word, such as -o, that an unknown word such as --output begins like."""
    options = (param.opts for param in (error.ctx.command.params if error.ctx else ()))
    letter = error.option_name.lstrip("-")[:1]
    return [f"-{letter}" for names in options if names == [f"-{letter}"]]


def _hint(error: Any, words: HelpTexts) -> str:
    """The option or argument of an error."""
    if error.param_hint is not None:
        hint = error.param_hint
        return hint if isinstance(hint, str) else " / ".join(hint)
    if error.param is None:
        return ""
    if error.param.param_type_name == "argument":
        return words.name(error.param.make_metavar(error.ctx))
    return " / ".join(error.param.opts)


def _message(message: str, words: HelpTexts) -> str:
    for key, pattern in _MESSAGES.items():
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found is not None:
            parts = found.groupdict()
            if "choices" in parts:
                parts["choices"] = parts["choices"].replace("'", "")
            if "range" in parts:
                parts["range"] = _shown_range(parts["range"])
            return words.say(key, **parts)
    return words.text(message)


def _shown_range(text: str) -> str:
    return text.replace("<=", " ≤ ").replace(">=", " ≥ ")


def _width() -> int:
    return max(_NARROWEST, min(shutil.get_terminal_size().columns, _WIDEST))


def _usage_lines(command: Any, context: Any, words: HelpTexts, width: int) -> list[str]:
    start = f"{words.say('usage')}: {context.command_path} "
    text = start + usage(command, context, words)
    indent = " " * len(start) if len(start) + 20 <= width else "    "
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _table(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """Names with their descriptions beside them, or below on a narrow terminal."""
    rows = list(rows)
    beside = width >= _LEAST_BESIDE
    column = min(max(len(name) for name, _ in rows), width * 3 // 8) + 4 if beside else 6
    for name, meaning in rows:
        first, *others = _folded(name, width - 2)
        told = textwrap.wrap(meaning, width - column, break_on_hyphens=False)
        if beside and not others and len(first) + 4 <= column and told:
            first = f"{first:<{column - 2}}{told.pop(0)}"
        yield from (f"  {line}" for line in (first, *others))
        yield from (f"{'':<{column}}{line}" for line in told)


def _folded(name: str, width: int) -> list[str]:
    """A name with its choices, wrapped after bars and blanks."""
    lines = [""]
    for part in re.findall(r"[^| ]+[| ]*", name):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("    ")
        lines[-1] += part
    return [line.rstrip() for line in lines]
