"""Doppelkopf: the TCG tournament rules and the German federation's."""
