"""Recognises formats by the first bytes of a file, never by its name."""

from __future__ import annotations

from scorecheck.readers.csv_reader import wide_encoding
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import FileContent

_HEAD = 8192

_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG", "picture", "PNG"),
    (b"\xff\xd8\xff", "picture", "JPEG"),
    (b"GIF8", "picture", "GIF"),
    (b"BM", "picture", "BMP"),
    (b"II*\0", "picture", "TIFF"),
    (b"MM\0*", "picture", "TIFF"),
    (b"%PDF", "pdf", "PDF"),
    (b"{\\rtf", "document", "RTF"),
    (b"\x1f\x8b", "packed", "gzip"),
    (b"BZh", "packed", "bzip2"),
    (b"\xfd7zXZ", "packed", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "packed", "7z"),
    (b"Rar!", "packed", "RAR"),
    (b"\x28\xb5\x2f\xfd", "packed", "zstd"),
    (b"SQLite format 3", "program-data", "SQLite"),
    (b"\x09\x00\x04\x00", "old-excel", "Excel 2"),
    (b"\x09\x02\x06\x00", "old-excel", "Excel 3"),
    (b"\x09\x04\x06\x00", "old-excel", "Excel 4"),
)


def recognise(source: FileContent) -> str:
    """The format of a file: ``csv``, ``json``, ``xlsx``, ``xlsb``, ``ods`` or ``xls``."""
    head = source.head(_HEAD)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zipped(source)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _compound(source)
    for magic, reason, kind in _MAGIC:
        # Many words begin with "BM".
        if head.startswith(magic) and (magic != b"BM" or b"\0" in head[:32]):
            raise CannotRead(reason, kind=kind)
    if head[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        raise CannotRead("picture", kind="HEIC")
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        raise CannotRead("picture", kind="WebP")
    _refuse_markup(head)
    if wide_encoding(head) is None and _is_binary(head):
        raise CannotRead("not-text")
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    # A curly bracket and a first key: no table begins like that.
    first, then = start[:1], start[1:].lstrip()[:1]
    return "json" if (first, then) in {(b"{", b'"'), (b"[", b"{"), (b"[", b"[")} else "csv"


def _zipped(source: FileContent) -> str:
    try:
        archive, main = source.archive, source.main_part
    except CannotRead as problem:
        if problem.reason == "damaged" and source.suffix == ".zip":
            raise CannotRead("zip-damaged") from problem
        raise
    if main in archive and "workbook" in main.rpartition("/")[2].lower():
        return "xlsb" if main.lower().endswith(".bin") else "xlsx"
    if "xl/workbook.bin" in archive:
        return "xlsb"
    mimetype = archive.part("mimetype", 1024) if "mimetype" in archive else b""
    if mimetype.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return "ods"
    names = tuple(archive.entries)
    if mimetype.startswith(b"application/vnd.oasis.opendocument."):
        raise CannotRead("document", kind="OpenDocument")
    if "content.xml" in archive:
        return "ods"
    if any(name.startswith("word/") for name in names):
        raise CannotRead("document", kind="Word")
    if any(name.startswith("ppt/") for name in names):
        raise CannotRead("document", kind="PowerPoint")
    if any(name.endswith(".iwa") for name in names) or "index.zip" in names:
        raise CannotRead("numbers", kind="Numbers")
    raise CannotRead("packed", kind="zip")


def _compound(source: FileContent) -> str:
    from scorecheck.readers.compound import Compound

    names = Compound(source).names
    if "EncryptedPackage" in names:
        raise CannotRead("encrypted")
    if names & {"Workbook", "Book", "WORKBOOK", "BOOK"}:
        return "xls"
    if "WordDocument" in names:
        raise CannotRead("document", kind="Word")
    if "PowerPoint Document" in names:
        raise CannotRead("document", kind="PowerPoint")
    raise CannotRead("program-data", kind="OLE")


def _refuse_markup(head: bytes) -> None:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()[:2048].lower()
    if not start.startswith(b"<"):
        return
    if b"urn:schemas-microsoft-com:office:spreadsheet" in start:
        raise CannotRead("xml-spreadsheet", kind="XML")
    if b"<office:document" in start:
        raise CannotRead("xml-spreadsheet", kind="FODS")
    begins = (b"<!doctype html", b"<head", b"<body", b"<style", b"<meta")
    if start.startswith(begins) or b"<html" in start or b"<table" in start:
        raise CannotRead("web-page", kind="HTML")


def _is_binary(head: bytes) -> bool:
    """Whether there are many zeros or control characters, as in no encoding of text."""
    # Some programs pad the last block of a file with zeros.
    text = head.rstrip(b"\0")
    control = sum(code < 32 and code not in (9, 10, 11, 12, 13, 26, 27) for code in text)
    return bool(head) and (not text or control > 0.02 * len(text) + 2)
