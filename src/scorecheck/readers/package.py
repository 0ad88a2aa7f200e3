"""The links between the parts of a zipped Excel workbook; parts are found by them, not by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from posixpath import normpath
from typing import TypeVar

from scorecheck.model.record import NamedTuple
from scorecheck.readers import limits
from scorecheck.readers.archive import Archive
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.markup import elements

T = TypeVar("T")
_USUAL = "xl/workbook.xml"


class Link(NamedTuple):
    """A part that another one refers to: its kind, and its place in the zip."""

    kind: str
    """The last word of its type, such as ``worksheet``, ``styles``, ``sharedStrings``."""
    part: str


def links(archive: Archive, part: str) -> Mapping[str, Link]:
    """The links of a part, by their identifiers; for ``""`` those of the package."""
    folder, _, name = part.rpartition("/")
    listed = f"{folder}/_rels/{name}.rels".lstrip("/")
    if listed not in archive:
        return {}
    found: dict[str, Link] = {}
    for element in elements(archive.part(listed, limits.SMALL_PART_BYTES)):
        if element.name == "Relationship":
            target = element.attributes.get("Target", "").replace("\\", "/")
            where = normpath(target if target.startswith("/") else f"{folder}/{target}").lstrip("/")
            kind = element.attributes.get("Type", "").rpartition("/")[2]
            found[element.attributes.get("Id", "")] = Link(kind, where)
    return found


def main_part(archive: Archive) -> str:
    """The part that lists the sheets; its usual name if no link gives it."""
    linked = (link.part for link in links(archive, "").values() if link.kind == "officeDocument")
    return next((part for part in linked if part in archive), _USUAL)


def part_of(linked: Mapping[str, Link], kind: str, archive: Archive) -> str | None:
    """The first existing part of a kind."""
    return next((link.part for link in linked.values() if link.kind == kind and link.part in archive), None)


def with_cells(listed: Iterable[tuple[T, str]], linked: Mapping[str, Link]) -> Iterator[tuple[T, str]]:
    """The sheets with cells and their parts, of sheets with their identifiers."""
    seen: set[str] = set()
    for sheet, identifier in listed:
        link = linked.get(identifier)
        # Each sheet needs a part of its own: a part listed repeatedly would be checked as often.
        if link is None or link.part in seen:
            raise CannotRead("damaged")
        seen.add(link.part)
        if link.kind == "worksheet":
            yield sheet, link.part
