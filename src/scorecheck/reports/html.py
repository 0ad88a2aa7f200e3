"""The page of an event: a single file without network access, readable without its script."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
)
from markupsafe import Markup

from scorecheck.model.outcome import Checked, Standings
from scorecheck.reports.messages import Messages
from scorecheck.reports.printing import MEDIA, OURS, BrokenLook, ReportLook
from scorecheck.reports.safe import breakable
from scorecheck.reports.view import ReportView, certificates, made, standings_page
from scorecheck.resources import data_folder


def report_html(
    view: ReportView, messages: Messages, *, downloads: Sequence[str] = (), look: ReportLook = OURS
) -> bytes:
    """The whole report as one page.

    ``downloads`` names files beside it that the page links to.

    Raises:
        BrokenLook: a template of the club is faulty.
    """
    return _page("index", messages, look, title=view.title, view=view, made=view.made, downloads=downloads)


def standings_html(
    standings: Standings,
    messages: Messages,
    checked: Checked | None = None,
    *,
    moment: datetime | None = None,
    look: ReportLook = OURS,
) -> bytes:
    """The standings on a page of their own; with ``checked`` it says why they are provisional.

    Raises:
        BrokenLook: a template of the club is faulty.
    """
    page = standings_page(standings, messages, checked)
    title = page.event or messages.label("standings.title")
    return _page("standings", messages, look, title=title, page=page, made=made(moment, messages))


def certificates_html(view: ReportView, messages: Messages) -> bytes:
    """Certificates to be printed by a browser, one a page."""
    mine = certificates(view, messages)
    day = view.day or ""
    return _page("certificates", messages, OURS, title=view.title, certificates=mine, day=day, made=view.made)


def _page(name: str, messages: Messages, look: ReportLook, **parts: Any) -> bytes:
    script = (data_folder("templates") / "report" / "script.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    logo = ""
    if look.logo:
        logo = f"data:{MEDIA[look.logo_kind]};base64,{base64.b64encode(look.logo).decode()}"
    try:
        template = _environment(look.folder).get_template(f"report/{name}.html.j2")
        words = {"lang": messages.lang, "t": messages.label, "digest": digest, "script": _ours(script)}
        text = template.render(words, look=look, logo=logo, **parts)
    except TemplateSyntaxError as problem:
        place = {"path": problem.name or "", "line": str(problem.lineno), "cause": str(problem)}
        raise BrokenLook("template", **place) from problem
    except (TemplateError, TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as problem:
        if look.folder is None:
            raise
        raise BrokenLook("render", path=look.folder.as_posix(), cause=str(problem)) from problem
    return text.encode()


def _environment(folder: Path | None) -> Environment:
    ours = FileSystemLoader(data_folder("templates"))
    own = [] if folder is None else [FileSystemLoader(folder)]
    environment = Environment(
        loader=ChoiceLoader([*own, ours, PrefixLoader({"scorecheck": ours})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["soft"] = _soft
    environment.filters["chart"] = _ours
    return environment


def _soft(text: str) -> Markup:
    """A text with break opportunities in long words, so that no name stretches a table."""
    return Markup("<wbr>").join(breakable(text))


def _ours(text: str) -> Markup:
    """Trusted markup: a chart, in which every text is escaped already, or our script."""
    return Markup(text)  # noqa: S704 - nothing untrusted comes here
