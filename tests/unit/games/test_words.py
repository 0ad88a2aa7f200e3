"""The words that players of each game write, in the three languages: each must be known for what it is.

Read from the rules of the game and from the sheets, programs and pages of clubs. Words are facts: one that
is missing here was not seen yet.
"""

from __future__ import annotations

import pytest

from scorecheck.checks.words import CARD_WORDS, nearest, nearest_word, plain, vocabulary
from scorecheck.games.doppelkopf.spelling import nearest_special, specials_in
from scorecheck.games.doppelkopf.valuation import Specials

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
    ("chouette", "actions", "decline"): "declines, lehnt ab, avslår, avslått, takker nei",
    ("chouette", "actions", "beaver"): "beaver, bibert, bevrer, bevret, beavert",
    ("chouette", "actions", "raccoon"): "raccoon, racoon, Waschbär",
    ("chouette", "actions", "extra"): "extra, bietet Extra an, gibt Extra, gir ekstra",
    ("chouette", "actions", "accept"): "accept, legt, legt Extras, nimmt Extras an",
    ("chouette", "actions", "refuse"): "refuse, lehnt Extras ab, Take zurück, nekter",
    ("chouette", "actions", "skip"): "skip, verzichtet, avstår",
    ("chouette", "actions", "win"): "wins, gewinnt, siegt, vinner, vant",
    ("chouette", "actions", "leave"): "leaves, verlässt, hört auf, fratrer, går av",
    ("chouette", "actions", "open"): "opening roll, Eröffnung, åpning, automatisk dobling, auto double",
    ("chouette", "parts", "box"): "box, Mann in der Box, man in the box, boksen, mannen i boksen",
    ("chouette", "parts", "all"): "all, alle, alle motstandere, hele laget, ganzes Team, opponents",
    ("chouette", "results", "gammon"): "gammon, 2x, doppelt, dobbelt",
    ("chouette", "log", "turn"): "On roll, Am Wurf, På kast",
    ("chouette", "log", "mover"): "Moved by, Gezogen von, Trekk av",
    ("acey_deucey", "games", "stake"): "Stake, Einsatz, Einsatz pro Punkt, Innsats, per poeng",
    ("acey_deucey", "games", "amount"): "Amount, Betrag, Beløp, To pay, Zu zahlen, Å betale",
    ("cards", "titles", "title"): "Upper section, Oberer Abschnitt, Oberer Teil, Over streken, Øvre seksjon",
    ("cards", "categories", "sum"): "Sum, Zwischensumme, Sum øvre del, Summa övre, Sum 1-6",
    ("cards", "categories", "large-straight"): "Große Straße, Straße groß, High straight, Stor straight",
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
    ("cards", "categories", "three-of-a-kind"): "Drilling, Triss, Tretal, Tre like, Three of a kind",
    ("cards", "categories", "four-of-a-kind"): "Vierling, Fyrtal, Fire like, Four of a kind",
    ("cards", "categories", "small-straight"): "Kleine Straße, Liten straight, Liten stege, Small straight",
    ("cards", "categories", "full-house"): "Full House, Kåk, Hus, Fullt hus",
    ("cards", "categories", "chance"): "Chance, Sjanse, Chans",
    ("cards", "categories", "total"): "Gesamtzahl, Totalbonus, Total, Totalt",
    ("cards", "categories", "extra"): "Extra, Ekstra",
}


def _file(of: str) -> tuple[str, str, str]:
    return CARD_WORDS if of == "cards" else ("games", of, "columns.toml")


@pytest.mark.parametrize(("game", "section", "meaning"), MUST_BE_KNOWN)
def test_words_that_must_be_known(game: str, section: str, meaning: str) -> None:
    words = vocabulary(*_file(game), section=section)
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


LIKE = {
    # One or two letters wrong, left out, doubled or changed about; case and spaces do not count.
    ("chouette", "actions", "verdopelt"): "verdoppelt",
    ("chouette", "actions", "AKSEPTERR"): "aksepterer",
    ("chouette", "results", "gamon"): "gammon",
    ("cards", "categories", "Ful Hous"): "Full house",
    ("cards", "categories", "kleine strase"): "Kleine Straße",
    ("acey_deucey", "games", "Gewiner"): "Gewinner",
    ("doppelkopf", "kinds", "Damnsolo"): "Damensolo",
    # What is like nothing, or too short to be like anything, is left alone.
    ("chouette", "actions", "qqqq"): None,
    ("chouette", "actions", ""): None,
    ("cards", "categories", "Quatsch"): None,
}


@pytest.mark.parametrize(("game", "section", "text"), LIKE)
def test_the_known_word_that_a_misspelt_one_is_like(game: str, section: str, text: str) -> None:
    assert nearest_word(text, _file(game), section) == LIKE[game, section, text]


def test_only_words_of_some_meanings_may_be_asked_for() -> None:
    assert nearest_word("Drilingg", CARD_WORDS, "categories", {"three-of-a-kind"}) == "Drilling"
    assert nearest_word("Drilingg", CARD_WORDS, "categories", {"chance", "yatzy"}) is None


def test_of_two_spellings_the_first_is_named() -> None:
    assert nearest("fulhouse", ["Full house", "Fullhouse"]) == "Full house"
    assert nearest("ab", ["ab", "ac"]) is None
