"""The tests on every Python that scorecheck supports: ``nox``, or ``nox -s tests-3.13 -- tests/unit``.

A Python that is not installed is passed over, and said to be.
"""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """The fast tests, or those that are named."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", *session.posargs)


@nox.session(python="3.11")
def checks(session: nox.Session) -> None:
    """Style, types, and which part may import which."""
    session.install("-e", ".[dev]")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("pyright", "--pythonpath", str(session.virtualenv.bin) + "/python")
    session.run("lint-imports")


@nox.session(python="3.11")
def site(session: nox.Session) -> None:
    """The documentation as a site, in ``out/site``."""
    session.install("-e", ".[docs]")
    session.run("python", "-m", "website.build", "-o", "out/site")


@nox.session(python="3.11")
def release(session: nox.Session) -> None:
    """A release, in ``dist``: ``nox -s release -- 1.2.0``. Nothing is published."""
    session.install("build>=1.2", "-e", ".[docs,test]")
    session.run("python", "-m", "release.build", *session.posargs)
