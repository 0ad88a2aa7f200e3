"""``[categories]``: the words before the rows of a card that only one club uses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from support import but_slow, run

if TYPE_CHECKING:
    from pathlib import Path

WORDS = {
    "Aas": "ones",
    "Zwo": "twos",
    "Drilling-Auge": "threes",
    "Quader": "fours",
    "Hand": "fives",
    "Sack": "sixes",
    "Oben": "sum",
    "Prämie": "bonus",
    "Zwilling": "pair",
    "Zwillinge": "two-pairs",
    "Dreier gleich": "three-of-a-kind",
    "Viere gleich": "four-of-a-kind",
    "Gasse": "small-straight",
    "Strasse lang": "large-straight",
    "Bude": "full-house",
    "Rest": "chance",
    "Wumms": "yatzy",
    "Alles": "total",
}
VALUES = ("2,4", "6,8", "6,6", "16,4", "20,15", "18,18", "68,55", "50,0")
LOWER = ("4,8", "24,20", "15,15", "0,24", "0,0", "0,0", "0,7", "18,26", "0,50")
CARD = "\n".join(
    (
        "Kategorie,Kari,Ola",
        *(f"{word},{values}" for word, values in zip(WORDS, (*VALUES, *LOWER, "179,205"), strict=True)),
        "",
    )
)
"""Upper sums 68 and 55, a bonus of 50 for the first: 68 + 50 + 61 = 179, and 55 + 150 = 205."""


def settings(form: str = '"{}" = "{}"') -> str:
    return "[categories]\n" + "\n".join(form.format(word, kind) for word, kind in WORDS.items()) + "\n"


@pytest.mark.parametrize("name", but_slow(["scorecheck.toml", "event.toml"], "event.toml"))
def test_a_card_in_a_clubs_own_words_is_read_and_checked(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(settings(), encoding="utf-8")
    (tmp_path / "card.csv").write_text(CARD, encoding="utf-8")
    done = run("validate", ".", "--format", "json", cwd=tmp_path)
    report = json.loads(done.stdout)
    sheet = report["files"][0]["sheets"][0]
    assert (done.returncode, sheet["game"], sheet["status"]) == (0, "yatzy", "ok")
    assert sheet["players"] == ["Kari", "Ola"]
    (tmp_path / "card.csv").write_text(CARD.replace("Sack,18,18", "Sack,18,16"), encoding="utf-8")
    done = run("validate", ".", "--format", "json", cwd=tmp_path)
    # Neither is 16 a number of sixes, nor do the six rows of Ola add up to 55.
    (found,) = json.loads(done.stdout)["findings"]
    assert (found["rule"], found["cell"]) == ("yatzy/value", "C7")
    assert found["fixes"][0]["edits"] == [{"cell": "C7", "from": "16", "to": "18"}]


def test_a_dice_log_knows_the_words_as_well(tmp_path: Path) -> None:
    (tmp_path / "scorecheck.toml").write_text('[categories]\n"Sack" = "sixes"\n', encoding="utf-8")
    log = "Player,Category,Dice,Score\nKari,Sack,6 6 6 1 2,{}\nOla,Ones,1 1 2 3 4,2\nKari,Twos,2 2 3 4 5,4\n"
    (tmp_path / "log.csv").write_text(log.format(18), encoding="utf-8")
    done = run("validate", "log.csv", "--format", "json", cwd=tmp_path)
    assert [found["rule"] for found in json.loads(done.stdout)["findings"]] == []
    (tmp_path / "log.csv").write_text(log.format(12), encoding="utf-8")
    done = run("validate", "log.csv", "--format", "json", cwd=tmp_path)
    assert [found["cell"] for found in json.loads(done.stdout)["findings"]] == ["D2"]


@pytest.mark.parametrize("name", ["scorecheck.toml", "event.toml"])
def test_a_category_that_no_card_has_is_an_error_with_its_line(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('[categories]\n"Sack" = "sixis"\n', encoding="utf-8")
    (tmp_path / "card.csv").write_text(CARD, encoding="utf-8")
    done = run("validate", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert f"{name}:2: categories.Sack" in done.stderr
    assert "sixes" in done.stderr
