"""Yatzy, Doppel Yatzy and Maxi Yatzy: cards and dice logs."""
