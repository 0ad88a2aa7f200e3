"""Pages for players: one file each, nothing from the network, no script."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scorecheck import __version__
from scorecheck.reports.safe import breakable
from scorecheck.reports.view import standings_page
from scorecheck.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.outcome import Checked, Standings
    from scorecheck.reports.messages import Messages
    from scorecheck.reports.view import ReportView


def site(view: ReportView, messages: Messages, *, downloads: Sequence[str] = ()) -> dict[str, bytes]:
    """``index.html`` and a page for each sheet, by their place in the folder of the report.

    ``downloads`` names other files in that folder that the first page links to.
    """
    pages = {
        "index.html": _page("index", messages, title=view.title, view=view, downloads=downloads),
    }
    for page in view.pages:
        pages[f"sheets/{page.slug}.html"] = _page("sheet", messages, title=page.title, page=page)
    return pages


def standings_html(standings: Standings, messages: Messages, checked: Checked | None = None) -> bytes:
    """The standings on a page of their own; with ``checked`` it says why they are provisional."""
    page = standings_page(standings, messages, checked)
    title = page.event or messages.label("standings.title")
    return _page("standings", messages, title=title, page=page)


def _page(name: str, messages: Messages, **parts: Any) -> bytes:
    template = _environment().get_template(f"report/{name}.html.j2")
    text = template.render(lang=messages.lang, version=__version__, t=messages.label, **parts)
    return text.encode()


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(data_folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["soft"] = _soft
    return environment


def _soft(text: str) -> Markup:
    """A text whose long words may be broken, so that no name can stretch a table."""
    return Markup("<wbr>").join(breakable(text))
