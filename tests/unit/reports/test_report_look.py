"""A club's own look: logo, colour and single blocks, and still no name is anything but text."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from golden.small_event import CHECKED, HOSTILE_NAMES, MOMENT, ROUNDS, STANDINGS, DemoMessages, standings_of
from scorecheck.reports.html import report_html, standings_html
from scorecheck.reports.messages import Messages
from scorecheck.reports.pdf import standings_pdf
from scorecheck.reports.printing import BrokenLook, CannotPrint, Printing, look_of
from scorecheck.reports.view import ShownRanking, report_view

DE = DemoMessages("de")
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def club(folder: Path, **files: str | bytes) -> Path:
    for name, content in files.items():
        path = folder / name.replace("__", "/").replace("_typ", ".typ").replace("_j2", ".html.j2")
        path = path.with_name(path.name.replace("look_toml", "look.toml"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@pytest.mark.parametrize(("name", "data", "media"), [("a.svg", SVG, "svg+xml"), ("b.png", PNG, "png")])
def test_logo_and_colour(tmp_path: Path, name: str, data: bytes, media: str) -> None:
    (tmp_path / name).write_bytes(data)
    look = look_of(club(tmp_path, look_toml=f'accent = "#AA0033"\nlogo = "{name}"\n'))
    page = standings_html(STANDINGS, DE, CHECKED, look=look).decode()
    assert "--accent: #aa0033;" in page
    assert f"data:image/{media};base64,{base64.b64encode(data).decode()}" in page
    plain = standings_pdf(STANDINGS, DE, CHECKED)
    assert standings_pdf(STANDINGS, DE, CHECKED, Printing(look=look, archive=True)) != plain


def test_single_blocks_are_replaced_and_names_still_escaped(tmp_path: Path) -> None:
    look = look_of(
        club(
            tmp_path,
            report__standings_j2='{% extends "scorecheck/report/standings.html.j2" %}\n'
            "{% block footer %}<p>{% for row in page.rows %}[{{ row.player }}]{% endfor %}</p>{% endblock %}",
        )
    )
    page = standings_html(standings_of(HOSTILE_NAMES), DE, look=look).decode()
    assert "<p>[&lt;script&gt;alert(1)&lt;/script&gt;][=HYPERLINK" in page
    assert "{{ 7*7 }}" in page
    assert "Rangliste" in page
    assert "Geprüft von" not in page
    view = report_view(CHECKED, ShownRanking(STANDINGS, ROUNDS), DE, moment=MOMENT)
    assert report_html(view, DE, look=look) == report_html(view, DE).replace(
        b"</style>",
        b":root { --accent: #1c5d49; }\n"
        b"@media (prefers-color-scheme: dark) { :root { --accent: #7cc7a8; } }\n"
        b"@media print { :root { --accent: #000; } }\n</style>",
    )


def test_prints_take_the_clubs_pieces(tmp_path: Path) -> None:
    ours = standings_pdf(STANDINGS, DE)
    look = look_of(
        club(
            tmp_path,
            print__standings_typ='#import "look.typ": *\n#show: setup.with(data.title)\nUnser Verein',
        )
    )
    assert standings_pdf(STANDINGS, DE, None, Printing(look=look)) != ours


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ('accent = "red"', "no-colour"),
        ("accent = 3", "no-colour"),
        ('colour = "#000000"', "unknown-key"),
        ("accent =", "no-toml"),
        ('logo = "missing.svg"', "no-logo"),
        ('logo = "../look.toml"', "no-logo"),
        ('logo = "look.toml"', "no-picture"),
    ],
)
def test_what_look_toml_gets_wrong(tmp_path: Path, said: str, reason: str) -> None:
    with pytest.raises(BrokenLook) as caught:
        look_of(club(tmp_path, look_toml=said))
    assert caught.value.reason == reason
    for lang in ("en", "de", "nb"):
        assert Messages(lang).label(f"cli.look-{reason}", **caught.value.params)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BrokenLook) as caught:
        look_of(tmp_path / "none")
    assert caught.value.reason == "no-folder"


@pytest.mark.parametrize(
    ("template", "reason"),
    [("{% block", "template"), ("{{ nobody.knows }}", "render"), ("{{ 1 // 0 }}", "render")],
)
def test_faulty_templates_are_told(tmp_path: Path, template: str, reason: str) -> None:
    look = look_of(club(tmp_path, report__standings_j2=template))
    with pytest.raises(BrokenLook) as caught:
        standings_html(STANDINGS, DE, look=look)
    assert caught.value.reason == reason
    assert Messages("de").label(f"cli.look-{reason}", **caught.value.params)


def test_faulty_prints_are_told(tmp_path: Path) -> None:
    look = look_of(club(tmp_path, print__standings_typ="#nobody"))
    with pytest.raises(CannotPrint, match="nobody"):
        standings_pdf(STANDINGS, DE, None, Printing(look=look))
