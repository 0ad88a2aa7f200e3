"""The guides are followed in a copy, and the tests run there: a check is added as CONTRIBUTING.md says, and
a game, which lies in ``tests/guides``, as docs/adding-a-game.md says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from support import ROOT

PARTS = (
    "src",
    "tests",
    "samples",
    "schemas",
    "templates",
    "docs",
    "benchmarks",
    "pyproject.toml",
    "CHANGELOG.md",
)
CHECK = """\
DOUBTED = Rule("acey-deucey/doubted", WARNING)


def _doubted(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    if "???" in value_text(entry.fields.get("remark", "")):
        yield Hit(sheet.column("remark"), {"remark": value_text(entry.fields["remark"])})


"""
TEXTS = {
    "en": (
        "Nobody doubted a game when it was written down.",
        "Three question marks are somebody's doubt, which should be settled while all remember.",
        "Game 3 has the remark “who won ???”.",
        "Ask who played.",
        "Game {game} was doubted: “{remark}”.",
    ),
    "de": (
        "Niemand hatte Zweifel, als ein Spiel aufgeschrieben wurde.",
        "Drei Fragezeichen sind ein Zweifel, der zu klären ist, solange sich alle erinnern.",
        "Bei Spiel 3 steht „wer hat gewonnen ???“.",
        "Die Spieler fragen.",
        "Bei Spiel {game} hatte jemand Zweifel: „{remark}“.",
    ),
    "nb": (
        "Ingen var i tvil da et parti ble skrevet ned.",
        "Tre spørsmålstegn er en tvil, som bør avklares mens alle husker.",
        "Ved parti 3 står det «hvem vant ???».",
        "Spør spillerne.",
        "Ved parti {game} var noen i tvil: «{remark}».",
    ),
}
OTHERS = (
    "chouette",
    "doppelkopf",
    "skat",
    "schafkopf",
    "yatzy",
    "own-games/",
    "repair/",
    "sheet/",
    "tournament/",
)
"""Games and folders of cases that a check of another game looks at no sheet of."""
SHEET = """\
Game,Winner,Loser,Points,Remark
1,Anna,Bernd,15,
2,Bernd,Anna,3,
3,Bernd,Anna,4,who won {}
4,Anna,Bernd,9,
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for part in PARTS:
        if (ROOT / part).is_dir():
            copytree(ROOT / part, tmp_path / part, ignore=ignore_patterns("__pycache__", ".*"))
        else:
            (tmp_path / part).write_bytes((ROOT / part).read_bytes())
    return tmp_path


def ran(copy: Path, *args: str, **env: str) -> str:
    """What a Python program says that works on the copy."""
    done = subprocess.run(
        [sys.executable, *args],
        cwd=copy,
        env=os.environ | {"PYTHONPATH": str(copy / "src")} | env,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=1800,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def add(path: Path, text: str, before: str = "") -> None:
    """Puts a text at the end of a file, or before the one place where something stands."""
    whole = path.read_text(encoding="utf-8")
    if before:
        assert whole.count(before) == 1
    path.write_text(whole.replace(before, text + before) if before else whole + text, encoding="utf-8")


def test_a_check(copy: Path) -> None:
    game = copy / "src" / "scorecheck" / "games" / "acey_deucey"
    # The function with its rule, and its place among the checks of the game.
    add(game / "checks.py", CHECK, "points_range = row_check(")
    add(game / "checks.py", "WARNING, ", "Hit, Rule, Watcher, column_check")
    add(game / "checks.py", "row_check(DOUBTED, _doubted, layouts=GAMES),\n    ", "row_check(CUBE, _cube),")
    # What it says.
    for lang, (says, why, example, remedy, found) in TEXTS.items():
        head = f'\n["acey-deucey/doubted"]\nsays = "{says}"\nwhy = "{why}"\n'
        head += f'example = "{example}"\nremedy = "{remedy}"\n'
        text = f'["acey-deucey/doubted".text]\ndefault = "{found}"\n\n'
        add(game / "messages" / f"{lang}.toml", head + text, "[terms]\n")
    # A sheet that breaks it, and one that keeps it.
    fails, passes = SHEET.format("???"), SHEET.format("indeed")
    add(
        game / "examples.toml",
        f'\n["acey-deucey/doubted"]\nfails = """\n{fails}"""\npasses = """\n{passes}"""\ncell = "E4"\n',
    )
    # Cases: one that it finds, and one that it passes.
    cases = copy / "tests" / "cases" / "acey-deucey"
    finding = (
        '[[findings]]\nrule = "acey-deucey/doubted"\ncell = "E4"\nseverity = "warning"\nsays = "who won"\n'
    )
    (cases / "doubted.toml").write_text(
        f'why = "Three question marks stand in row 4."\nsheet = """\n{fails}"""\n\n{finding}',
        encoding="utf-8",
    )
    (cases / "doubted-not.toml").write_text(
        f'why = "Nobody asks."\nholds = ["acey-deucey/doubted"]\nsheet = """\n{passes}"""\n', encoding="utf-8"
    )

    made = ran(copy, "-m", "tests.tools.make").splitlines()
    assert made == [
        "docs/rules/README.md",
        "docs/rules/acey-deucey/doubted.md",
        "tests/public/0.1.0.json",
        "3 files changed",
    ]
    run_tests(copy, "tests/golden/test_cases.py", "-k", "doubted", SCORECHECK_GOLDEN="write")
    run_tests(
        copy,
        *(f"tests/golden/test_{one}.py" for one in ("cases", "examples")),
        *(f"tests/unit/test_{one}.py" for one in ("messages", "public", "registry")),
        *("tests/unit/games", "tests/e2e/test_made_pages.py"),
        *("-k", f"not ({' or '.join(OTHERS)})"),
    )


def test_a_game(copy: Path) -> None:
    copytree(ROOT / "tests" / "guides" / "game", copy, dirs_exist_ok=True)
    registry = copy / "src" / "scorecheck" / "games" / "registry.py"
    add(registry, '    "trio",\n', ')\n"""The built-in games.')
    guide = copy / "docs" / "adding-a-game.md"
    add(guide, "| trio | 1 | 1 | |\n", "\nAn own game in a file needs none")

    made = ran(copy, "-m", "tests.tools.make").splitlines()
    assert made == [
        "schemas/trio.schema.json",
        "samples/findings.json",
        "docs/rules/README.md",
        "docs/rules/trio/shares.md",
        "tests/public/0.1.0.json",
        "5 files changed",
    ]
    said = ("tests/golden/test_cases.py", "tests/golden/test_files.py")
    run_tests(copy, *said, "-k", "trio", SCORECHECK_GOLDEN="write")
    # What is said of the sheets of other games is as it was.
    run_tests(
        copy,
        *said,
        "tests/golden/test_examples.py",
        *(f"tests/unit/test_{one}.py" for one in ("messages", "public", "registry")),
        *("tests/e2e/test_imports.py", "tests/e2e/test_made_pages.py", "tests/e2e/test_doctor.py"),
    )
    # What is made of a game is made of this one.
    of_a_game = (
        "test_json_sheets",
        "reports/test_blank",
        "reports/test_blank_is_known",
        "browser/test_workspace",
    )
    run_tests(
        copy,
        *(f"tests/unit/{one}.py" for one in of_a_game),
        *("-k", "trio or one_for_each_layout or of_all_games"),
    )


def run_tests(copy: Path, *tests: str, **env: str) -> None:
    ran(copy, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests, **env)
