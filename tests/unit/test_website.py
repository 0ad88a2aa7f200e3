"""The documentation: what is made from the program, where its links lead, and that its lines run."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from scorecheck.catalogue import rules
from scorecheck.cli.declared import COMMANDS
from scorecheck.many_files.configuration import KEYS
from scorecheck.reports.describe import SITE
from support import ROOT, but_slow, run
from website.hooks import REPOSITORY, linked
from website.reference import not_listed, pages, rule_menu

GUIDES = ("tutorial.md", "de/index.md", "nb/index.md")
LINES = sorted(
    {
        line
        for guide in GUIDES
        for block in re.findall(
            r"```sh\n(.*?)```", (ROOT / "docs" / guide).read_text(encoding="utf-8"), re.DOTALL
        )
        for line in block.splitlines()
        if line.startswith("scorecheck ")
    }
)


def test_every_command_and_every_key_is_described() -> None:
    made = pages()
    assert re.findall(r"^## (\w+)$", made["reference/commands.md"], re.MULTILINE) == list(COMMANDS)
    assert set(re.findall(r"^\| `([\w-]+)`", made["reference/settings.md"], re.MULTILINE)) == set(KEYS)
    assert "| `rounds[].sheets` | list of text |" in made["reference/event.md"]


def test_pages_name_modules_that_exist() -> None:
    """A page names a module by its name or path; what is renamed is renamed there, too."""
    folders = ("src", "tests", "benchmarks", "fuzz", "page", "samples", "website")
    modules = {path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.py")}
    made_up = {"rules.py", "setup.py"}
    for page in (*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        named = set(re.findall(r"`([\w./-]+\.py)`", page.read_text(encoding="utf-8"))) - made_up
        missing = [name for name in named if not any(one.endswith(f"/{name}") for one in modules)]
        assert missing == [], page.name


def test_every_rule_is_in_the_menu_once() -> None:
    _all, *areas = rule_menu()
    listed = [path for area in areas for entries in area.values() for one in entries for path in one.values()]
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs" / "rules").glob("*/*.md")}
    assert {f"rules/{name}.md" for name in rules()} <= set(listed)
    assert sorted(listed) == sorted(there)


def test_every_page_is_in_a_menu() -> None:
    others = not_listed([{"Rules": rule_menu()}, {"Start": "index.md"}])
    assert "ci.md" in others
    assert "index.md" not in others
    assert not any(path.startswith("rules/") for path in others)


def test_every_link_leads_somewhere() -> None:
    docs, made = ROOT / "docs", pages()
    for path in docs.rglob("*.md"):
        at = path.relative_to(docs).as_posix()
        text = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"))
        for link in re.findall(r"\]\((?!https?:|mailto:|#)([^)\s#]+)", text):
            target = (path.parent / link).resolve()
            inside = target.is_relative_to(docs) and target.relative_to(docs).as_posix() in made
            assert inside or target.exists(), f"{at}: {link}"


def test_links_that_leave_the_documentation_go_to_the_repository() -> None:
    docs = ROOT / "docs"
    assert (
        linked("[a](../src/scorecheck/api.py#x)", docs, "api.md")
        == f"[a]({REPOSITORY}src/scorecheck/api.py#x)"
    )
    assert linked("[a](docs/ci.md#settings)", ROOT, "reference/settings.md") == "[a](../ci.md#settings)"
    # What leads nowhere stays as it is: mkdocs says so.
    assert (
        linked("[a](nowhere.md) [b](https://x.org)", docs, "api.md") == "[a](nowhere.md) [b](https://x.org)"
    )
    assert linked("[a](../../etc/passwd)", docs, "api.md") == "[a](../../etc/passwd)"


def test_links_of_the_readme_work_on_an_index_page() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    made = pages()
    for link in links:
        assert link.startswith("https://"), link
        if link.startswith(REPOSITORY):
            assert (ROOT / link.removeprefix(REPOSITORY)).exists(), link
        elif link.startswith(SITE):
            page = link.removeprefix(SITE).rstrip("/")
            ours = [f"{page}.md", f"{page}/README.md", f"{page}/index.md"] if page else ["index.md"]
            assert page == "check" or any(one in made or (ROOT / "docs" / one).is_file() for one in ours), (
                link
            )


def test_the_package_says_where_its_documentation_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Documentation"] == SITE
    assert f"site_url: {SITE}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize("line", but_slow(LINES, *LINES[::8]))
def test_a_line_of_a_guide_runs(line: str, tmp_path: Path) -> None:
    done = run(*line.split()[1:], cwd=tmp_path)
    assert done.returncode == (1 if "faulty" in line else 0), done.stderr


def test_actions_are_named_by_their_commit() -> None:
    texts = [*(ROOT / ".github" / "workflows").glob("*.yml"), ROOT / "action.yml"]
    used = [one for text in texts for one in re.findall(r"uses: (\S+)", text.read_text(encoding="utf-8"))]
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", one) for one in used)
