"""What stands on the terminal."""

from __future__ import annotations

from fractions import Fraction

from golden.small_event import (
    CHECKED,
    HOSTILE_NAMES,
    NAME,
    STANDINGS,
    TISCH_1,
    TISCH_2,
    DemoMessages,
    standings_of,
)
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Excerpt
from scorecheck.model.outcome import AuditLine, Checked, CheckedFile
from scorecheck.model.record import replace
from scorecheck.reports.describe import display_width, ranges
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.messages import Messages
from scorecheck.reports.text import checked_text, folded, hanging, standings_text

EN = DemoMessages("en")


def test_findings() -> None:
    assert checked_text(CHECKED, EN) == (
        "runde1.xlsx:Tisch 1!B3: warning: Anna and Bernd, Chris and Dora played 1 game. [demo/name]\n"
        "runde1.xlsx:Tisch 1!C5: error: Game 2 adds up to +4, not 0. [demo/sum]\n"
        "    See also B5 and D5.\n"
        "    help: Bernd's 2 should be −2: the minus sign was lost; then game 2 adds up. (97 % sure)\n"
        "    ranks: If so, Brigitte and Anna change places 1 and 2.\n"
        "runde1.xlsx:Tisch 1: demo/sum could not be checked in row 6, "
        "because a value there is missing, wrong or cannot be read.\n"
        "runde2/leer.csv: error: The file is empty. [demo/file]\n"
        "runde2/tisch.csv: ok. Doppelkopf (tcg), running totals, 4 players, 1 game: each adds up to 0\n"
        "runde2/tisch.csv: remark: The file is old. [demo/file]\n"
        "\n"
        "3 files checked: 2 errors, 1 warning, 1 remark\n"
    )


def test_the_value_is_told_where_the_sentence_does_not() -> None:
    finding = replace(NAME, value="=A1 & \x1b[31m" + "x" * 100)
    file = CheckedFile("runde1.xlsx", "warnings", (), (finding,))
    line = checked_text(Checked((file,)), EN).splitlines()[1]
    assert line == "    B3 says =A1 & [31m" + "x" * 49 + "…."


def test_several_clean_sheets() -> None:
    one = replace(TISCH_1, findings=(), skipped=())
    two = replace(TISCH_2, sheet=replace(TISCH_2.sheet, table=replace(TISCH_2.sheet.table, sheet="Tisch 2")))
    file = CheckedFile("runde1.xlsx", "ok", (one, replace(two, findings=())), ())
    assert checked_text(Checked((file,)), EN) == (
        "runde1.xlsx:Tisch 1: ok. Doppelkopf (tcg), points of each game, 4 players, 2 games: "
        "each adds up to 0\n"
        "runde1.xlsx:Tisch 2: ok. Doppelkopf (tcg), running totals, 4 players, 1 game: each adds up to 0\n"
        "\n"
        "1 file checked: 0 errors, 0 warnings\n"
    )


def test_only_findings() -> None:
    good = replace(TISCH_2, findings=())
    file = CheckedFile("runde1.xlsx", "errors", (TISCH_1, good), TISCH_1.findings)
    clean = CheckedFile("runde2.xlsx", "ok", (), ())
    text = checked_text(Checked((file, clean)), EN, FormatOptions(only_findings=True))
    assert text == (
        "runde1.xlsx:Tisch 1!B3: warning: Anna and Bernd, Chris and Dora played 1 game. [demo/name]\n"
        "runde1.xlsx:Tisch 1!C5: error: Game 2 adds up to +4, not 0. [demo/sum]\n"
        "    See also B5 and D5.\n"
        "    help: Bernd's 2 should be −2: the minus sign was lost; then game 2 adds up. (97 % sure)\n"
        "    ranks: If so, Brigitte and Anna change places 1 and 2.\n"
    )
    assert checked_text(Checked((clean,)), EN, FormatOptions(only_findings=True)) == ""


def test_long_values_are_cut() -> None:
    for value in ("8" * 401, "letters " * 1200, 10**300):
        finding = replace(NAME, value=str(value), params={**NAME.params, "player": value})
        text = checked_text(Checked((CheckedFile("a.csv", "warnings", (), (finding,)),)), EN)
        assert len(text) < 300
        assert "…" in text


def test_nothing_checked() -> None:
    assert checked_text(Checked(()), DemoMessages("de")) == "0 Dateien geprüft: 0 Fehler, 0 Warnungen\n"


def test_long_sentences_are_broken_at_the_width() -> None:
    text = checked_text(CHECKED, EN, FormatOptions(width=50))
    assert text.splitlines()[:4] == [
        "runde1.xlsx:Tisch 1!B3: warning: Anna and Bernd,",
        "    Chris and Dora played 1 game. [demo/name]",
        "runde1.xlsx:Tisch 1!C5: error: Game 2 adds up to",
        "    +4, not 0. [demo/sum]",
    ]


def test_repairs_and_what_was_skipped_are_broken_too() -> None:
    lines = checked_text(CHECKED, EN, FormatOptions(width=60)).splitlines()
    assert max(map(display_width, lines)) <= 95, "only what is said of a clean sheet stays in one line"
    start = lines.index("    help: Bernd's 2 should be −2: the minus sign was lost;")
    assert lines[start + 1 : start + 5] == [
        "          then game 2 adds up. (97 % sure)",
        "    ranks: If so, Brigitte and Anna change places 1 and 2.",
        "runde1.xlsx:Tisch 1: demo/sum could not be checked in row 6,",
        "    because a value there is missing, wrong or cannot be",
    ]


WIDE = Excerpt(
    tuple("ABCDEFGHIJKLM"),
    ("Game", *(f"Maximilian {at}" for at in range(12))),
    tuple((row, tuple(f"{row}{letter}" for letter in "ABCDEFGHIJKLM")) for row in (6, 7, 8)),
)


def test_what_is_said_goes_on_below_where_it_began() -> None:
    assert list(hanging("sheet/x  error  ", "one two three", 0)) == ["sheet/x  error  one two three"]
    assert list(hanging("sheet/x  error  ", "one two three", 29)) == ["sheet/x  error  one two three"]
    assert list(hanging("sheet  ", "a very long word and another one", 31)) == [
        "sheet  a very long word and",
        "       another one",
    ]
    assert list(hanging("sheet/x  error  ", "one two three, and no more", 28)) == [
        "sheet/x  error",
        "    one two three, and no",
        "    more",
    ], "12 columns are too few beside it"


def wide_excerpt(cell: str, related: str, width: int) -> list[str]:
    """The lines of an excerpt whose row 7 is in doubt, each number with its row and its column: 7B."""
    column = {letter: at for at, letter in enumerate(WIDE.letters, 1)}
    others = tuple(CellRef(7, column[letter]) for letter in related)
    finding = replace(NAME, cell=CellRef(7, column[cell]), related=others, excerpt=WIDE)
    text = checked_text(
        Checked((CheckedFile("a.csv", "errors", (), (finding,)),)), EN, FormatOptions(width=width)
    )
    block = text.split("\n\n")[1].splitlines()
    assert max(map(display_width, block)) <= width
    return [" ".join(line.split()) for line in block]


def test_an_excerpt_fits_the_terminal() -> None:
    # Of 74 columns the rows' numbers take 1, A takes 6, six names 10 each, and what is left out 3 and 3.
    assert wide_excerpt("H", "", 80) == [
        "A … E F G H I J …",
        "Game … Maximil… Maximil… Maximil… Maximil… Maximil… Maximil… …",
        "6 6A … 6E 6F 6G 6H 6I 6J …",
        "> 7 7A … 7E 7F 7G [7H] 7I 7J …",
        "8 8A … 8E 8F 8G 8H 8I 8J …",
    ]
    assert len(wide_excerpt("H", "", 300)[0].split()) == len(WIDE.letters)


def test_an_excerpt_shows_the_cells_that_the_finding_is_about() -> None:
    assert wide_excerpt("B", "M", 60)[3] == "> 7 7A [7B] 7C 7D … 7M"
    # Where there is room for nothing else, there is the cell.
    assert wide_excerpt("M", "B", 24)[3] == "> 7 … [7M]"


def test_colour_only_if_wanted() -> None:
    coloured = checked_text(CHECKED, EN, FormatOptions(color=True, width=50))
    assert "\x1b[1mrunde1.xlsx:Tisch 1!C5\x1b[0m: \x1b[1;31merror\x1b[0m: Game 2 adds up to\n" in coloured
    assert "\x1b" not in checked_text(CHECKED, EN)


def test_hostile_names_do_not_steer_the_terminal() -> None:
    for name in HOSTILE_NAMES:
        finding = replace(
            NAME, path=f"{name}.csv", sheet=name, value=None, params={**NAME.params, "player": name}
        )
        file = CheckedFile(f"{name}.csv", "warnings", (), (finding,))
        text = checked_text(Checked((file,)), EN)
        assert text.replace("\n", "").isprintable()
        assert text.count("\n") == 3


def test_standings() -> None:
    assert standings_text(STANDINGS, EN) == (
        "TCG Doppelkopfturnier, 15 November 2014\n"
        "Provisional. These standings lack runde2/leer.csv: The file is empty.\n"
        "\n"
        "Rank  Player          Score  Games   Runde 1   Runde 2\n"
        "   1  Brigitte           15     40  +8 in 20  −5 in 20\n"
        "   2  Anna            −1.67     60  −1 in 60         –\n"
        "   2  Øystein Åsheim  −1.67     60         –  −1 in 60\n"
        "\n"
        "Points of the round ÷ games of the round × 100, added up over the rounds\n"
    )


def test_standings_that_are_too_wide_go_on_below_with_the_names() -> None:
    assert standings_text(STANDINGS, EN, look=FormatOptions(width=42)) == (
        "TCG Doppelkopfturnier, 15 November 2014\n"
        "Provisional. These standings lack\n"
        "runde2/leer.csv: The file is empty.\n"
        "\n"
        "Rank  Player          Score  Games\n"
        "   1  Brigitte           15     40\n"
        "   2  Anna            −1.67     60\n"
        "   2  Øystein Åsheim  −1.67     60\n"
        "\n"
        "Rank  Player           Runde 1   Runde 2\n"
        "   1  Brigitte        +8 in 20  −5 in 20\n"
        "   2  Anna            −1 in 60         –\n"
        "   2  Øystein Åsheim         –  −1 in 60\n"
        "\n"
        "Points of the round ÷ games of the round ×\n"
        "100, added up over the rounds\n"
    )
    assert standings_text(STANDINGS, EN, look=FormatOptions(width=80)) == standings_text(STANDINGS, EN)


def test_a_wrong_sum_of_an_only_table_is_said_once() -> None:
    def wrong(level: str, name: str, points: int) -> AuditLine:
        return AuditLine(level, name, Fraction(points), expected=True)

    audit = (
        wrong("table", "Runde 1, Tisch 1", 10),
        wrong("round", "Runde 1", 10),
        wrong("table", "Runde 2, Tisch 1", -2),
        wrong("table", "Runde 2, Tisch 2", 4),
        wrong("round", "Runde 2", 2),
        wrong("event", "Abend", 12),
    )
    assert standings_text(replace(STANDINGS, audit=audit), EN).endswith(
        "\nCross-check\n"
        "Runde 1: +10. This should be 0.\n"
        "Runde 2, Tisch 1: −2. This should be 0.\n"
        "Runde 2, Tisch 2: +4. This should be 0.\n"
        "Runde 2: +2. This should be 0.\n"
        "The whole event: +12. This should be 0.\n"
    )


def test_hostile_standings_stay_aligned() -> None:
    lines = standings_text(standings_of((*HOSTILE_NAMES, "王小明", "e\u0301")), Messages("de")).splitlines()
    table = [line for line in lines[2:] if line][:-1]
    assert len({display_width(line) for line in table}) == 1
    assert all(line.isprintable() for line in lines)


def test_display_width() -> None:
    assert display_width("Anna") == 4
    assert display_width("Øe\u0301") == 2
    assert display_width("王") == 2


def test_ranges() -> None:
    assert ranges(()) == ()
    assert ranges((7,)) == ("7",)
    assert ranges((9, 7, 10, 11, 11)) == ("7", "9–11")
    assert ranges(tuple(range(1, 20, 2))) == ("1", "3", "5", "7", "9", "11", "…")


def test_lists_are_folded_to_the_terminal() -> None:
    text = "Wer\n\nAnna\n  2-mal: Bernd, Chris und Dora\n"
    assert folded(text, 21) == "Wer\n\nAnna\n  2-mal: Bernd, Chris\n      und Dora\n"
    assert folded(text, 0) == text
