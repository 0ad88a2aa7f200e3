"""Checks a folder every night, and mails what is new to those who keep the sheets.

    python nightly.py SHEETS --to anna@example.org --to bernd@example.org --smtp mail.example.org

In cron: ``0 3 * * * python nightly.py ...``. What was mailed is remembered in ``SHEETS/.mailed.json``, so
that nobody reads the same fault twice; a night without anything new sends nothing. Exit status: 0 if the
sheets are well, 1 if there are errors, 2 if the sheets could not be checked.
"""

from __future__ import annotations

import argparse
import json
import smtplib
import sys
from email.message import EmailMessage
from pathlib import Path

import scorecheck

SENDER = "scoresheets@localhost"


def letter(findings: list[scorecheck.Finding], to: list[str], folder: str) -> EmailMessage:
    """The mail: a paragraph a finding, with its likeliest repair."""
    mail = EmailMessage()
    mail["From"], mail["To"] = SENDER, ", ".join(to)
    mail["Subject"] = f"{folder}: {len(findings)} new on the scoresheets"
    paragraphs = [
        "\n  ".join([f"{one.place}: {one.message()}", *(fix.message() for fix in one.fixes[:1])])
        for one in findings
    ]
    mail.set_content("\n\n".join(paragraphs) + "\n")
    return mail


def main() -> int:
    """Checks the sheets, and mails what is new."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("sheets", type=Path, help="the folder")
    asked.add_argument("--to", action="append", required=True, help="who gets the mail (repeatable)")
    asked.add_argument("--smtp", default="localhost", help="the mail server")
    asked.add_argument("--lang", default="en", choices=("en", "de", "nb"), help="the language of the mail")
    wish = asked.parse_args()
    try:
        report = scorecheck.validate(wish.sheets, lang=wish.lang)
    except scorecheck.Error as problem:
        print(problem, file=sys.stderr)
        return 2
    mailed = wish.sheets / ".mailed.json"
    known = set(json.loads(mailed.read_text(encoding="utf-8"))) if mailed.exists() else set()
    findings = [one for one in report.findings if one.severity > scorecheck.Severity.INFO]
    new = [one for one in findings if one.fingerprint not in known]
    if new:
        with smtplib.SMTP(wish.smtp) as server:
            server.send_message(letter(new, wish.to, wish.sheets.name))
    # Only when the mail is on its way: a fault that is mended and comes back is mailed again.
    mailed.write_text(json.dumps(sorted(one.fingerprint for one in findings), indent=1), encoding="utf-8")
    return int(any(one.severity is scorecheck.Severity.ERROR for one in findings))


if __name__ == "__main__":
    sys.exit(main())
