"""What mkdocs asks on its way: pages that are made, the menu of the rules, links that lead out of it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

ROOT = Path(__file__).resolve().parents[1]
# mkdocs loads a hook by its path.
sys.path.insert(0, str(ROOT))

from website.reference import not_listed, pages, rule_menu  # noqa: E402 - only now it can be found

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

REPOSITORY = "https://github.com/scorecheck/scorecheck/blob/main/"
_LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fills the menu of the rules; a page that no menu leads to yet is found under More."""
    # mkdocs does not say what a menu is.
    menu = cast("list[dict[str, Any]]", config["nav"])
    for entry in menu:
        if "Rules" in entry:
            entry["Rules"] = rule_menu()
    more = not_listed(menu)
    if more:
        menu.append({"More": list(more)})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that are made from the program and from the texts beside the documentation."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Leads links to what is no part of the documentation to the repository."""
    source = page.file.abs_src_path
    folder = ROOT if source is None else Path(source).parent
    return linked(markdown, folder, page.file.src_uri)


def linked(markdown: str, folder: Path, shown_at: str) -> str:
    """A text whose links go to pages of the site, or to the repository; those to nothing are left."""

    def link(found: re.Match[str]) -> str:
        target, anchor = (folder / found[1]).resolve(), found[2] or ""
        if not target.exists() or not target.is_relative_to(ROOT):
            return found[0]
        docs = ROOT / "docs"
        if target.is_relative_to(docs) and target.is_file():
            here = (docs / shown_at).parent
            return f"]({Path(os.path.relpath(target, here)).as_posix()}{anchor})"
        return f"]({REPOSITORY}{target.relative_to(ROOT).as_posix()}{anchor})"

    return _LINK.sub(link, markdown)
