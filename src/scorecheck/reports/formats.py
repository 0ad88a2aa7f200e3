"""The formats of findings and standings, each with the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorecheck.checks.check import Rule
from scorecheck.model.outcome import Checked, Standings
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.messages import Messages

if TYPE_CHECKING:
    from scorecheck.reports.printing import Printing

FORMATS = ("text", "concise", "json", "sarif", "junit", "github", "gitlab", "rdjson", "csv")


def rendered(
    name: str,
    checked: Checked,
    messages: Messages,
    look: FormatOptions,
    rules: Callable[[], Mapping[str, Rule]],
) -> str:
    """The findings of a run in one of the formats. Only that one is imported.

    ``rules`` gives all rules there are, for the formats that describe them.
    """
    match name:
        case "json":
            from scorecheck.reports.json_report import checked_json, json_text

            return json_text(checked_json(checked, messages), ascii_only=look.ascii_only)
        case "sarif":
            from scorecheck.reports.sarif import sarif_text

            return sarif_text(checked, messages, rules(), look.text_of)
        case "junit":
            from scorecheck.reports.junit import junit_text

            return junit_text(checked, messages, strict=look.strict)
        case "github" | "gitlab" | "csv" | "concise" | "rdjson":
            from scorecheck.reports import for_programs as made

            if name == "rdjson":
                return made.rdjson_text(checked, messages, look.text_of)
            of_name = {
                "github": made.github_text,
                "gitlab": made.gitlab_text,
                "csv": made.findings_csv,
                "concise": made.concise_text,
            }
            return of_name[name](checked, messages)
        case _:
            from scorecheck.reports.text import checked_text

            return checked_text(checked, messages, look)


def standings_rendered(
    name: str, standings: Standings, checked: Checked, messages: Messages, printing: Printing
) -> str | bytes:
    """The standings in one of the formats for which they need nothing else. Only that one is imported.

    Raises:
        BrokenLook: a template of the club is faulty.
        CannotPrint: it is, or the standard for archives cannot be kept.
    """
    match name:
        case "csv":
            from scorecheck.reports.standings_files import standings_csv

            return standings_csv(standings, messages)
        case "md":
            from scorecheck.reports.standings_files import standings_markdown

            return standings_markdown(standings, messages, checked)
        case "xlsx":
            from scorecheck.reports.xlsx import standings_xlsx

            return standings_xlsx(standings, messages, checked)
        case "pdf":
            from scorecheck.reports.pdf import standings_pdf

            return standings_pdf(standings, messages, checked, printing)
        case _:
            from scorecheck.reports.html import standings_html

            moment, look = printing.moment, printing.look
            return standings_html(standings, messages, checked, moment=moment, look=look)
