"""The mutants of a module, as ``mutmut`` makes and names them, and how one takes the place of its function.

``mutmut`` calls every function through a switch, which makes the program several times slower. Here the code
of one function is exchanged in a process of its own, and everything else stays as fast as it is.
"""

from __future__ import annotations
import __future__

import ast
import hashlib
import importlib.abc
import importlib.machinery
import json
import sys
import textwrap
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
AREAS = ("games", "tournament", "checks", "layouts", "repair")
STORE = ROOT / "mutants" / "made"
_FLAGS = __future__.annotations.compiler_flag


@dataclass(frozen=True)
class Place:
    """The function that a mutant changes: its module, and its name in it with that of the class."""

    module: str
    function: str


def module_of(name: str) -> str:
    """The module of ``module.x_function__mutmut_3``, or of ``module.xǁClassǁmethod__mutmut_3``."""
    return name.rpartition(".")[0]


def place_of(name: str) -> Place:
    """The function that a mutant changes."""
    mangled = name.rpartition(".")[2].partition("__mutmut_")[0]
    function = mangled[2:].replace("ǁ", ".") if mangled.startswith("xǁ") else mangled[2:]
    return Place(module_of(name), function)


def modules(area: str) -> Iterator[tuple[str, Path]]:
    """The modules of an area with their files."""
    for path in sorted((SOURCE / "scorecheck" / area).rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        yield name.removesuffix(".__init__"), path


def names(area: str) -> list[str]:
    """All mutants of an area, sorted."""
    return sorted(
        f"{module}.{name}"
        for module, path in modules(area)
        for name in _made(path)
        if not name.endswith("_orig")
    )


@cache
def _made(path: Path) -> dict[str, str]:
    """Each mutant of a file, and the function that it becomes. Kept, since it takes minutes for all."""
    code = path.read_text(encoding="utf-8")
    kept = STORE / f"{hashlib.sha256(code.encode()).hexdigest()[:24]}.json"
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    from mutmut.mutation.file_mutation import mutate_file_contents

    made = mutate_file_contents(str(path), code)
    lines = made.code.splitlines()
    spans = made.line_span_by_function_name
    found = {name: _text(lines, spans[name]) for name in (*made.mutant_names, *spans)}
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found), encoding="utf-8")
    return found


def _text(lines: Sequence[str], span: Any) -> str:
    first, last = tuple(span) if isinstance(span, tuple) else (span.start, span.end)
    return textwrap.dedent("\n".join(lines[first - 1 : last])).strip("\n") + "\n"


def text_of(name: str) -> str:
    """The function that a mutant becomes, by its usual name."""
    function = place_of(name).function.rpartition(".")[2]
    return _text_of(name).replace(name.rpartition(".")[2], function, 1)


def _text_of(name: str) -> str:
    return _made(_path(module_of(name)))[name.rpartition(".")[2]]


def original_of(name: str) -> str:
    """The function that a mutant changes."""
    return text_of(f"{name.partition('__mutmut_')[0]}__mutmut_orig")


def _path(module: str) -> Path:
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def function_at(place: Place) -> types.FunctionType:
    """The function itself, as everything that imported it holds it."""
    found: Any = sys.modules[place.module]
    for part in place.function.split("."):
        found = vars(found)[part]
    found = getattr(found, "__func__", found)
    if not isinstance(found, types.FunctionType):
        raise TypeError(f"{place} is no plain function")
    return found


def exchange(name: str) -> None:
    """Puts a mutant in the place of its function, for the rest of this process."""
    old = function_at(place_of(name))
    # Inside a function that has a ``__class__``, so that ``super()`` finds it as it does in a class.
    # By its own name, so that a function that calls itself still finds itself in the module.
    body = textwrap.indent(_text_of(name), " ")
    text = f"def made(__class__):\n{body}\n return {name.rpartition('.')[2]}"
    space: dict[str, Any] = {}
    exec(compile(text, f"<{name}>", "exec", flags=_FLAGS, dont_inherit=True), old.__globals__, space)
    new = space["made"](None)
    new = getattr(new, "__func__", new)
    old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__
    old.__kwdefaults__ = new.__kwdefaults__


class Mutated(importlib.abc.MetaPathFinder):
    """Puts a mutant in the place of its function before its module is run.

    Only so is what the module works out with it when it is imported worked out by the mutant.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        """Finds the one module."""
        if fullname != module_of(self.name):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin is not None:
            spec.loader = _Loader(fullname, spec.origin, self.name)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, fullname: str, path: str, name: str) -> None:
        super().__init__(fullname, path)
        self.mutant = name

    def get_code(self, fullname: str) -> types.CodeType:
        path = self.get_filename(fullname)
        return compile(_with(Path(path).read_text(encoding="utf-8"), self.mutant), path, "exec")


def _with(text: str, name: str) -> ast.Module:
    """A module with a mutant in the place of its function."""
    module = ast.parse(text)
    *classes, function = place_of(name).function.split(".")
    body: list[ast.stmt] = module.body
    for one in classes:
        body = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == one)
    (new,) = ast.parse(text_of(name)).body
    at = next(i for i, node in enumerate(body) if isinstance(node, ast.FunctionDef) and node.name == function)
    body[at] = new
    return module
