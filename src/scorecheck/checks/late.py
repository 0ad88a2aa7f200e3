"""Functions of modules that most sheets do not need: a module is imported when one is first called."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def late(module: str, name: str) -> Callable[..., Any]:
    """The function of that name in a module of scorecheck, which is imported by its first call."""

    def call(*values: object) -> Any:
        return getattr(import_module(f"scorecheck.{module}"), name)(*values)

    return call
