"""The formats in which findings are printed, each with the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorecheck.checks.check import Rule
from scorecheck.model.outcome import Checked
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.messages import Messages

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

            return junit_text(checked, messages, strict=look.strict, when=look.when)
        case "github":
            from scorecheck.reports.github import github_text

            return github_text(checked, messages)
        case "gitlab":
            from scorecheck.reports.gitlab import gitlab_text

            return gitlab_text(checked, messages)
        case "rdjson":
            from scorecheck.reports.rdjson import rdjson_text

            return rdjson_text(checked, messages, look.text_of)
        case "csv":
            from scorecheck.reports.findings_csv import findings_csv

            return findings_csv(checked, messages)
        case "concise":
            from scorecheck.reports.concise import concise_text

            return concise_text(checked, messages)
        case _:
            from scorecheck.reports.text import checked_text

            return checked_text(checked, messages, look)
