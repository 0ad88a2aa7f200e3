"""The words that players of each game write, in the three languages: each must be known for what it is.

Read from the rules of the game and from the sheets, programs and pages of clubs. Words are facts: one that
is missing here was not seen yet.
"""

from __future__ import annotations

import pytest

from scorecheck.checks.words import plain, vocabulary
from scorecheck.games.doppelkopf.facts import Specials
from scorecheck.games.doppelkopf.spelling import nearest_special, specials_in

MUST_BE_KNOWN = {
    (
        "chouette",
        "actions",
        "double",
    ): "double, redouble, offers, doppelt, verdoppelt, bietet an, dobler, tilbyr",
    ("chouette", "actions", "take"): "take, takes, nimmt, genommen, tar",
    (
        "chouette",
        "actions",
        "drop",
    ): "drop, pass, passt, Aufgabe, gibt auf, aufgegeben, passer, gir opp, droppet",
    ("chouette", "actions", "agree"): "nimmt an, akzeptiert, aksepterer, akseptert, godtar",
    ("chouette", "actions", "decline"): "lehnt ab, avslår, avslått",
    ("chouette", "actions", "beaver"): "beaver, bibert, bevrer, bevret, beavert",
    ("chouette", "actions", "raccoon"): "raccoon, racoon, Waschbär",
    ("chouette", "actions", "extra"): "extra, bietet Extra an, gibt Extra, gir ekstra",
    ("chouette", "actions", "accept"): "accept, legt, legt Extras, nimmt Extras an",
    ("chouette", "actions", "refuse"): "refuse, lehnt Extras ab, Take zurück, nekter",
    ("chouette", "actions", "skip"): "skip, verzichtet, avstår",
    ("chouette", "actions", "win"): "wins, gewinnt, vinner",
    ("doppelkopf", "kinds", "ace solo"): "Fleischlos, Fleischloser, ace solo",
    ("doppelkopf", "kinds", "poverty"): "Armut, Abgabe, poverty, fattigdom",
    ("doppelkopf", "kinds", "wedding"): "Hochzeit, HZ, wedding, bryllup",
    ("doppelkopf", "kinds", "silent wedding"): "stille Hochzeit, silent wedding, stille bryllup",
    ("doppelkopf", "kinds", "trump solo"): "Trumpfsolo, Karosolo, trump solo, Rutersolo",
    ("doppelkopf", "kinds", "redeal"): "neu gegeben, geworfen, geschmissen, 5 Könige, nicht genommen, redeal",
    ("acey_deucey", "games", "board"): "Steine auf dem Brett, auf dem Brett, on board, på brettet",
    ("acey_deucey", "games", "bar"): "auf der Bar, on the bar, på baren",
    ("acey_deucey", "games", "waiting"): "noch einzutragen, still to enter, einzusetzen, å sette inn",
    ("acey_deucey", "games", "off"): "abgetragen, borne off, tatt av",
    ("yatzy", "categories", "three-of-a-kind"): "Drilling, Triss, Tretal, Tre like, Three of a kind",
    ("yatzy", "categories", "four-of-a-kind"): "Vierling, Fyrtal, Fire like, Four of a kind",
    ("yatzy", "categories", "small-straight"): "Kleine Straße, Liten straight, Liten stege, Small straight",
    ("yatzy", "categories", "full-house"): "Full House, Kåk, Hus, Fullt hus",
    ("yatzy", "categories", "chance"): "Chance, Sjanse, Chans",
    ("yatzy", "categories", "total"): "Gesamtzahl, Totalbonus, Total, Totalt",
    ("yatzy", "categories", "extra"): "Extra, Ekstra",
}


@pytest.mark.parametrize(("game", "section", "meaning"), MUST_BE_KNOWN)
def test_words_that_must_be_known(game: str, section: str, meaning: str) -> None:
    words = vocabulary("games", game, "columns.toml", section=section)
    said = [word.strip() for word in MUST_BE_KNOWN[game, section, meaning].split(",")]
    assert {word: words.get(plain(word)) for word in said} == dict.fromkeys(said, meaning)


SPECIALS = {
    "Fuchs gefangen, Karlchen": Specials(fox=1, karl=1),
    "2 Füchse gefangen": Specials(fox=2),
    "reiner Herzstich": Specials(hearts=1),
    "Doppelkopf und Fuchs": Specials(doppelkopf=1, fox=1),
    "D Fuchs gef. K": Specials(doppelkopf=1, fox=1, karl=1),
    "D K": Specials(doppelkopf=1, karl=1),
    "2F D": Specials(doppelkopf=1, fox=2),
    "Charlie": Specials(karl=1),
    # What these rules do not know is not taken for what they know.
    "Karlchen gefangen": None,
    "Dulle": None,
    "Fuchs verloren": None,
}


@pytest.mark.parametrize("text", SPECIALS)
def test_special_points_in_words(text: str) -> None:
    assert specials_in(text) == SPECIALS[text]


NEAREST = {
    "Fuchs gefange": "Fuchs gefangen",
    "Fux": None,
    "Karlschen": "Karlchen",
    "D, Fuchs gefagen": "Fuchs gefangen",
    "qqqqqq": None,
    "": None,
}


@pytest.mark.parametrize("text", NEAREST)
def test_what_a_misspelt_special_point_was_meant_to_be(text: str) -> None:
    assert nearest_special(text) == NEAREST[text]
