"""The help of the commands and what is said of wrong use, in the user's language.

The English text of an option stands where it is declared. Those in German and Norwegian stand in
``templates/help``, by the English ones: a paragraph each. So a text that is changed has no translation until
it is translated again, and a test says so. Only help and wrong use need any of this, so only they import it.
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

from scorecheck.cli.console import Console, language, showable
from scorecheck.many_files.configuration import BrokenConfiguration, Configurations
from scorecheck.reports.messages import Language
from scorecheck.reports.safe import plain
from scorecheck.resources import data_folder, data_of

LANGUAGES: tuple[Language, ...] = ("en", "de", "nb")
_WIDEST, _NARROWEST = 80, 24
_LEAST_BESIDE = 50
"""Columns of a terminal from which on a meaning stands beside its option, not below it."""
_MESSAGES = {
    "needs-value": r"Option '?(?P<option>[^' ]+)'? requires (?:an argument|\d+ arguments)\.?",
    "takes-no-value": r"Option '?(?P<option>[^' ]+)'? does not take a value\.?",
    "not-one-of": r"'(?P<value>.*)' is not one of (?P<choices>.*?)\.?",
    "not-in-range": r"(?P<value>.*) is not in the range (?P<range>.*?)\.?",
    "no-whole-number": r"'(?P<value>.*)' is not a valid int(?:eger)?(?: range)?\.?",
    "no-number": r"'(?P<value>.*)' is not a valid float(?: range)?\.?",
    "too-much": r"Got unexpected extra arguments?(?:\(s\))? \((?P<words>.*)\)",
    "no-command": r"No such command '(?P<name>.*)'\.?",
}
"""What the library of the command line says of wrong use: it keeps the parts nowhere but in its sentence."""


class Spoken:
    """The words of one language."""

    def __init__(self, lang: Language) -> None:
        """Reads them."""
        table = data_of(data_folder("templates") / "help" / f"{lang}.toml")
        self.lang: Language = lang
        self._words: Mapping[str, str] = table["words"]
        self.man: Mapping[str, str] = table["man"]
        """The headings of the man page."""
        self._names: Mapping[str, str] = table["names"]
        self._texts: Mapping[str, str] = table.get("texts", {})

    def say(self, key: str, /, **params: str) -> str:
        """A word or sentence of help, by its key; what is put in is never read as a template.

        Raises:
            KeyError: there is none.
        """
        return self._words[key].format(**params)

    def text(self, english: str) -> str:
        """A text of a command or option, from the English one; a paragraph that is not known stays."""
        return "\n\n".join(self._texts.get(one, one) for one in paragraphs(english))

    def name(self, pattern: str) -> str:
        """What stands for a value, such as ``FILE`` or ``<str>``, in words of the language."""
        return re.sub(r"<\w+>|[A-Z]{2,}", lambda found: self._names.get(found[0], found[0]), pattern)


@cache
def spoken(lang: Language) -> Spoken:
    """The words of a language, read once."""
    return Spoken(lang)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each in one line."""
    return [" ".join(one.split()) for one in text.split("\n\n") if one.strip()]


def language_of(words: Sequence[str]) -> Language:
    """The language of a run by what was typed, else by the settings here, else by the system.

    What was typed may make no sense as a whole: that is what is to be said.
    """
    for at, word in enumerate(words):
        name, _, value = word.partition("=")
        if name == "--lang":
            asked = value or "".join(words[at + 1 : at + 2])
            if asked in LANGUAGES:
                return asked
    return language(None if "--isolated" in words else _of_settings())


def _of_settings() -> Language | None:
    try:
        above = Configurations().above(Path.cwd())
    except (BrokenConfiguration, OSError):
        # Whoever asks for help hears of broken settings when a command needs them.
        return None
    return None if above is None else above.merged.get("lang")


def of_context(context: Any) -> Spoken:
    """The words for what is asked in this context."""
    known: dict[str, Sequence[str]] = context.find_root().obj or {}
    return spoken(language_of(known.get("words", ())))


def usage(command: Any, context: Any, words: Spoken) -> str:
    """What may follow the name of a command."""
    return words.name(" ".join(command.collect_usage_pieces(context)))


def described(parameter: Any, context: Any, words: Spoken) -> tuple[str, str] | None:
    """An option or argument with its meaning; ``None`` where it is not shown."""
    record: tuple[str, str] | None = parameter.get_help_record(context)
    if record is None:
        return None
    name, meaning = record
    english = parameter.help or ""
    # Behind the text stand the value that holds else, and whether it must be said.
    # Some versions of the library guard the bracket of it against another program's markup.
    rest = meaning.removeprefix(english).replace("\\[", "[")
    rest = (
        _shown_range(rest)
        .replace("[default: ", f"[{words.say('default')}: ")
        .replace("required]", f"{words.say('required')}]")
    )
    return words.name(name), words.text(english) + rest


def help_text(command: Any, context: Any) -> str:
    """The help of a command, as wide as the terminal."""
    words, width = of_context(context), _width()
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
    """How a command is called, as wide as the terminal."""
    return "\n".join(_usage_lines(command, context, of_context(context), _width()))


def complain(error: Any, typed: Sequence[str]) -> None:
    """Says on standard error what was wrong with what was typed."""
    console = Console()
    if type(error).__name__ == "NoArgsIsHelpError":
        console.complain(error.format_message())
        return
    words = spoken(language_of(typed))
    context = error.ctx
    if context is not None:
        call = f"{context.command_path} {context.help_option_names[-1]}"
        console.complain(f"{context.command.get_usage(context)}\n{words.say('try', call=call)}\n")
    told = textwrap.wrap(
        f"{words.say('error')}: {plain(_told(error, words))}", _width(), break_long_words=False
    )
    console.complain("\n".join(told))


def _told(error: Any, words: Spoken) -> str:
    match type(error).__name__:
        case "NoSuchOption":
            said = words.say("no-option", option=error.option_name)
            near = ", ".join(sorted(error.possibilities or ()))
            return f"{said} {words.say('near', near=near)}" if near else said
        case "MissingParameter":
            return words.say("missing", name=_hint(error, words))
        case "BadParameter":
            hint = _hint(error, words)
            return f"{hint}: {_message(error.message, words)}" if hint else _message(error.message, words)
        case _:
            return _message(error.message, words)


def _hint(error: Any, words: Spoken) -> str:
    """The option or argument that an error speaks of."""
    if error.param_hint is not None:
        hint = error.param_hint
        return hint if isinstance(hint, str) else " / ".join(hint)
    if error.param is None:
        return ""
    if error.param.param_type_name == "argument":
        return words.name(error.param.make_metavar(error.ctx))
    return " / ".join(error.param.opts)


def _message(message: str, words: Spoken) -> str:
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


def _usage_lines(command: Any, context: Any, words: Spoken, width: int) -> list[str]:
    start = f"{words.say('usage')}: {context.command_path} "
    text = start + usage(command, context, words)
    indent = " " * len(start) if len(start) + 20 <= width else "    "
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _table(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """Names with their meanings: beside them where there is room, else below."""
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
    """A name with its choices in as many lines as it needs, each broken after a bar or a blank."""
    lines = [""]
    for part in re.findall(r"[^| ]+[| ]*", name):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("    ")
        lines[-1] += part
    return [line.rstrip() for line in lines]
