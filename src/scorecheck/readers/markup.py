"""Small XML parts, parsed strictly: no document type, no entities, nothing fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pyexpat import XMLParserType
from xml.parsers import expat

from scorecheck.model.record import NamedTuple
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead, damaged_by


class Element(NamedTuple):
    """A start tag: names without their prefixes."""

    name: str
    attributes: Mapping[str, str]


def strict_parser() -> XMLParserType:
    """A parser that refuses document types, and so all entities they define."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    return parser


def feed(parser: XMLParserType, chunks: Iterable[bytes]) -> None:
    """Parses a document in pieces."""
    with damaged_by(expat.ExpatError, UnicodeError, LookupError, ValueError):
        for chunk in chunks:
            parser.Parse(chunk, False)  # noqa: FBT003 (the parser takes no names)
        parser.Parse(b"", True)  # noqa: FBT003


def elements(data: bytes) -> tuple[Element, ...]:
    """All start tags of a document, in their order."""
    found: list[Element] = []
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > limits.DEPTH:
            raise CannotRead("damaged")
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        found.append(Element(name.rpartition(":")[2], plain))

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser = strict_parser()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    feed(parser, (data,))
    return tuple(found)


def _refuse(*_: object) -> None:
    raise CannotRead("damaged")
