"""Words that stand on sheets: names, headings in three languages, titles, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

NAMES = [
    "Anna",
    "Bernd",
    "Chris",
    "Dora",
    "Emil",
    "Frieda",
    "Gustav",
    "Hanne",
    "Ingo",
    "Jule",
    "Karsten",
    "Lena",
    "Olaf",
    "Petra",
    "Rolf",
    "Silke",
    "Tilo",
    "Uschi",
    "Volker",
    "Wiebke",
    "Aslak",
    "Berit",
    "Cato",
    "Dagny",
    "Einar",
    "Frøydis",
    "Geir",
    "Hilde",
    "Ivar",
    "Jorunn",
    "Kåre",
    "Liv",
    "Magne",
    "Nina",
    "Oddvar",
    "Pernille",
    "Ragnhild",
    "Sigurd",
    "Torill",
    "Vidar",
    "Alice",
    "Bob",
    "Carol",
    "Dave",
    "Eve",
    "Frank",
    "Grace",
    "Heidi",
    "Ivan",
    "Judy",
    "Mallory",
    "Niaj",
    "Oscar",
    "Peggy",
    "Rupert",
    "Sybil",
    "Trent",
    "Victor",
    "Walter",
    "Wendy",
    "Kalle",
    "Ulli",
    "Mäx",
    "Jo",
    "Mo",
    "Ede",
]
"""Some are words of other kinds as well, as names are."""

NUMBER = ("Spiel", "Nr.", "Game", "No.", "Spill", "Nr", "#", "Parti")
OTHER_NUMBER = (
    "Runde",
    "Abend",
    "Partie",
    "Lfd.",
    "Heat",
    "Spiele",
    "Omgang",
    "Hand",
    "Bierdeckel",
    "Zettel",
    "Round",
)
BEER = ("Bier", "Beers", "Øl", "Kölsch", "Drinks", "Getränke", "Schnaps", "Strafbier")
CARD_POINTS = ("Augen", "Card points", "Kartenpunkte", "Augen Re", "Øyne", "Punkte Re", "Stiche")
HIDDEN = ("intern", "ID", "key", "hjelp", "Hilfsspalte", "x", "Schlüssel")
PARTY = ("Siegerpartei", "Party", "Gewinner", "Vinner", "Won by", "Partei")
ALONE = ("Solist", "Alleine", "Solo von", "Alone", "Wer allein", "Alene")
CHECK = ("Diff", "Sjekk", "Total", "Sum", "Kontroll", "Prüfung", "Check", "Kontrolle", "=0?")
TOTAL = ("Summe", "Total", "Gesamt", "Sum", "Totalt", "Endstand", "Σ")
MONEY = ("Euro", "€", "Kr", "Kasse", "Cent", "£", "Geld", "Penger", "Money")
CUBE = ("Cube", "Würfel", "Doppler", "Terning", "Value", "Kube")
BOX = ("Box", "Im Kasten", "Boks", "Kasten", "The box")
CAPTAIN = ("Captain", "Kapitän", "Kaptein")
PLAYER = ("Player", "Spieler", "Name", "Spiller", "Navn", "Spieler/in")
POINTS = ("Points", "Punkte", "Poeng", "Score", "Pkt.", "Result", "Ergebnis")
EVENING = ("Evening", "Abend", "Datum", "Date", "Kveld", "Dato", "Spielabend", "Wann")
NAMING = "Doko"
"""The word of a title that names a game."""
TITLES = (
    "Clubabend 3. März",
    f"{NAMING} bei {{name}}",
    "Spieleabend",
    "Round 2 Table 1",
    "Runde 1 Tisch 4",
    "Kveld hos {name}",
    "Liste geführt von {name}",
    "2024-03-07",
    "The usual suspects",
)
NOTES = (
    "bezahlt",
    "Schlüssel bei {name}",
    "next time at {name}'s",
    "neste gang: kake",
    "PIN 4711",
    "offen: 12 €",
)


def names(rng: Random, count: int) -> list[str]:
    """So many different names."""
    return rng.sample(NAMES, count)


def said(rng: Random, words: tuple[str, ...]) -> str:
    """One of some words, with a name where one belongs."""
    return rng.choice(words).format(name=rng.choice(NAMES))


MARKS = ("R", "", "Re", "Re?", "Partei", "R/K", "{} Re", "Party", "Parti")
"""Headings of the marks beside a player; ``{}`` is the name."""
