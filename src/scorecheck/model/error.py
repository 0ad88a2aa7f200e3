"""The root of the exceptions that scorecheck raises for whoever calls it."""

from __future__ import annotations


class Error(Exception):
    """What scorecheck cannot do, and why: every exception of its Python interface is one."""
