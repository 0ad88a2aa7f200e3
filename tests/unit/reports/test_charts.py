"""Charts: names never stand on one another, nothing leaves the drawing, and no name is markup."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction
from xml.etree import ElementTree as Tree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golden.small_event import HOSTILE_NAMES
from scorecheck.model.outcome import PlayerResult, Result
from scorecheck.reports.charts import (
    LINE_HEIGHT,
    MOST_LINES,
    MOST_POINTS,
    WIDTH,
    ChartBar,
    Course,
    Curve,
    Stage,
    called,
    course_chart,
    cut,
    rounds_chart,
    spread,
    text_width,
    thinned,
    ticks,
)
from scorecheck.reports.course_view import event_course
from scorecheck.tournament.event import Event
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.standings import standings

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna", "Øystein Åsheim", "Ελένη Παπαδοπούλου", "Сергей", *HOSTILE_NAMES)


def lines(players: int) -> list[Curve]:
    # All end within a few points of each other: the hardest case for the names.
    return [
        Curve(f"{NAMES[at % len(NAMES)]} {at}", [(0, 0), (1, at * 3 % 7), (2, at % 4)])
        for at in range(players)
    ]


def courses(players: int) -> Tree.Element:
    return Tree.fromstring(
        course_chart(
            Course(lines(players), [Stage("Runde 1", 0, 1), Stage("R" * 200, 1, 2)]),
            title="Verlauf",
            axis="Spiele",
            number=str,
        )
    )


def rounds(players: int) -> Tree.Element:
    parts = (Fraction(40, 3), -25, None, 0)
    bars = [ChartBar(NAMES[at % len(NAMES)], parts, Fraction(-35, 3)) for at in range(players)]
    names = ("Runde 1", *HOSTILE_NAMES[:3])
    return Tree.fromstring(rounds_chart(bars, names, title="Runden", number=lambda n: f"{float(n):.2f}"))


def boxes(drawing: Tree.Element) -> list[tuple[float, float, float, float]]:
    """What each text covers."""
    found: list[tuple[float, float, float, float]] = []
    for text in drawing.iter(f"{SVG}text"):
        x, y, width = float(text.attrib["x"]), float(text.attrib["y"]), text_width(text.text or "")
        start = x - {"middle": width / 2, "end": width}.get(text.attrib.get("text-anchor", ""), 0)
        found.append((start, y - 10, start + width, y + 2))
    return found


@pytest.mark.parametrize("players", [1, 4, 8, 40, 400])
@pytest.mark.parametrize("draw", [courses, rounds])
def test_texts_stand_apart_and_inside(draw: object, players: int) -> None:
    drawing = draw(players)  # type: ignore[operator]
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    found = boxes(drawing)
    assert len(found) > min(players, MOST_LINES)
    for at, (left, top, right, bottom) in enumerate(found):
        assert 0 <= left <= right <= width == WIDTH
        assert 0 <= top <= bottom <= height
        for other in found[at + 1 :]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top


def test_hostile_names_are_texts() -> None:
    drawing = courses(40)
    texts = [text.text or "" for text in drawing.iter(f"{SVG}text")]
    assert any(text.startswith("<script>alert(1)") for text in texts)
    assert any(text.startswith("{{ 7*7 }}") for text in texts)
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} <= {
        "svg",
        "title",
        "text",
        "g",
        "path",
    }
    assert course_chart(Course([Curve("\ufffe\x00\ud800", [(0, 1)])]), title="", axis="", number=str)


def test_lines_differ_without_colour() -> None:
    """Forty lines, and no two that have both their colour and their dashes in common."""
    groups = list(courses(40).iter(f"{SVG}g"))
    looks = [(g.attrib["stroke"], g[1].attrib.get("stroke-dasharray", "")) for g in groups]
    assert len(set(looks)) == len(looks) == 40
    assert len({dash for _, dash in looks[:8]}) == 8


def test_a_course_begins_and_ends_where_it_should() -> None:
    drawing = Tree.fromstring(
        course_chart(Course([Curve("A", [(0, 0), (10, 20)])]), title="T", axis="G", number=str)
    )
    (group,) = drawing.iter(f"{SVG}g")
    x1, y1, x2, y2 = map(float, group[1].attrib["d"][1:].split())
    zero = next(p for p in drawing.iter(f"{SVG}path") if p.attrib.get("class") == "x")
    assert y1 == float(re.split("[ L]", zero.attrib["d"][1:])[1])
    assert x2 > x1
    assert y2 < y1


def test_no_games_at_all() -> None:
    assert Tree.fromstring(course_chart(Course([]), title="T", axis="G", number=str)) is not None
    assert Tree.fromstring(rounds_chart([], [], title="T", number=str)) is not None


@given(st.lists(st.integers(0, 300), max_size=30))
def test_spread_keeps_order_and_distance(wanted: list[int]) -> None:
    places = spread(wanted, 0, 600)
    for at, one in enumerate(wanted):
        for other in range(len(wanted)):
            if one < wanted[other]:
                assert places[other] - places[at] >= LINE_HEIGHT - 1e-6
    ordered = sorted(places)
    assert all(b - a >= LINE_HEIGHT - 1e-6 for a, b in itertools.pairwise(ordered))
    if len(wanted) * LINE_HEIGHT <= 300:
        assert all(0 <= place <= 600 for place in places)


@given(st.fractions(-10000, 0), st.fractions(0, 10000))
def test_ticks_span_the_values(low: Fraction, high: Fraction) -> None:
    values = ticks(low, high)
    assert values[0] <= low
    assert values[-1] >= high
    assert 2 <= len(values) <= 10
    assert len({b - a for a, b in itertools.pairwise(values)}) == 1


def test_what_the_end_of_a_list_gives_is_given_at_its_end() -> None:
    """Skat: 50 for a game won and 40 for each that others lose come when the list is added up."""
    sheet = ("list.csv", None)
    players = tuple(PlayerResult(name, points, 2) for name, points in (("Anna", 108), ("Bernd", -130)))
    result = Result(*sheet, players, 2, faulty=False)
    ranked = standings([Round("Serie 1", (result,))], Event("Skat"), "sum")
    course = event_course(ranked, [("Serie 1", [result])], {}, {sheet: [(18, 0), (18, -80)]})
    assert [[*line.points] for line in course.lines] == [
        [(0, 0), (1, 18), (2, 108)],
        [(0, 0), (1, 0), (2, -130)],
    ]


def test_long_courses_are_thinned_to_what_can_be_seen() -> None:
    points = [(x, 1000 if x == 5003 else x % 10) for x in range(100_000)]
    kept = thinned(points)
    assert len(kept) <= MOST_POINTS + 2
    assert (5003, 1000) in kept
    assert kept[0] == points[0]
    assert kept[-1] == points[-1]


def test_texts_are_cut_by_their_width() -> None:
    assert cut("Anna", 100) == "Anna"
    for text in ("W" * 200, "i" * 200, "Ελένη " * 9):
        assert cut(text, 100).endswith("…")
        assert text_width(cut(text, 100)) <= 100


def test_given_names_become_initials_before_a_name_is_cut() -> None:
    names = ["Anna Meier", "Christoph Wurmbrand-Stuppach", "Hans-Joachim Kristoffersen-Åsheim"]
    assert called(names) == ["Anna Meier", "C. Wurmbrand-Stuppach", "H.-J. Kristoffersen-Åsheim"]


def test_no_two_players_are_called_the_same_by_initials() -> None:
    names = ["Christoph Wurmbrand-Stuppach", "Claudia Wurmbrand-Stuppach"]
    said = called(names)
    assert len(set(said)) == 2
    assert all(text_width(name) <= 176 for name in said)
