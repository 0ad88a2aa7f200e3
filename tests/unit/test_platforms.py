"""Nothing in the program is of one system alone, but where it asks which system it is on."""

from __future__ import annotations

import ast
import os
import re
import signal

import pytest

from support import ROOT

SOURCES = sorted((ROOT / "src").rglob("*.py"))
POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
WINDOWS_MODULES = {"_winapi", "msvcrt", "nt", "winreg", "winsound"}
POSIX_NAMES = {
    "os": {
        "chown", "chroot", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups",
        "getloadavg", "getpgid", "getpgrp", "getpriority", "getsid", "getuid", "killpg", "lchown", "mkfifo",
        "mknod", "nice", "openpty", "posix_spawn", "sched_getaffinity", "sched_setaffinity", "setegid",
        "seteuid", "setgid", "setpgid", "setsid", "setuid", "statvfs", "sync", "uname", "wait", "wait3",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGUSR1", "SIGUSR2", "alarm",
    },
    "time": {"tzset"},
}  # fmt: skip
WINDOWS_NAMES = {"ctypes": {"windll", "WinDLL", "WinError"}, "os": {"startfile"}}
PATHS = ("/dev/", "/proc/", "/etc/", "/tmp", "/usr/", "/var/", "C:\\")


class _Alone(ast.NodeVisitor):
    """What a module uses of one system, outside a question for the system: ``sys.platform``, ``hasattr``."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self.asked = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        # A function that leaves at once on other systems has asked, too.
        asks = any(_asks(one.test) for one in node.body if isinstance(one, ast.If))
        self.asked += asks
        self.generic_visit(node)
        self.asked -= asks

    def visit_If(self, node: ast.If) -> None:
        self.asked += _asks(node.test)
        self.generic_visit(node)
        self.asked -= _asks(node.test)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.asked += _asks(node.test)
        self.generic_visit(node)
        self.asked -= _asks(node.test)

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            self._meet(node, name.name.partition(".")[0], POSIX_MODULES | WINDOWS_MODULES)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level == 0 and node.module:
            self._meet(node, node.module.partition(".")[0], POSIX_MODULES | WINDOWS_MODULES)
            for name in node.names:
                self._meet(node, name.name, _alone(node.module))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name):
            self._meet(node, node.attr, _alone(node.value.id))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and node.value.startswith(PATHS):
            self._meet(node, node.value, {node.value})

    def _meet(self, node: ast.AST, name: str, alone: set[str]) -> None:
        if name in alone and not self.asked:
            self.found.append((getattr(node, "lineno", 0), name))


def _alone(module: str) -> set[str]:
    return POSIX_NAMES.get(module, set()) | WINDOWS_NAMES.get(module, set())


def _asks(test: ast.expr) -> bool:
    text = ast.unparse(test)
    return "sys.platform" in text or "os.name" in text or "hasattr(" in text


def _names_any(source: str) -> bool:
    """Whether anything that may be found stands in a source; to parse all modules would take a second."""
    words = set(re.findall(r"\w+", source))
    modules = POSIX_MODULES | WINDOWS_MODULES
    return (
        not words.isdisjoint(modules)
        or any(not words.isdisjoint(_alone(module)) for module in words)
        or any(path in source for path in PATHS)
    )


def alone(source: str) -> list[tuple[int, str]]:
    if not _names_any(source):
        return []
    visitor = _Alone()
    visitor.visit(ast.parse(source))
    return visitor.found


def test_every_module_runs_everywhere() -> None:
    found = {path.relative_to(ROOT).as_posix(): alone(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import fcntl", ["fcntl"]),
        ("from signal import SIGKILL", ["SIGKILL"]),
        ("import os\nos.getuid()", ["getuid"]),
        ("import os\nos.getpid()", []),
        ("import sys, os\nif sys.platform != 'win32':\n    os.getuid()", []),
        ("import sys, os\nroot = sys.platform != 'win32' and 1\nos.fork()", ["fork"]),
        ("def f():\n    if sys.platform == 'win32':\n        return\n    os.fork()", []),
        ("open('/dev/null')", ["/dev/null"]),
        ("import ctypes\nctypes.windll.kernel32", ["windll"]),
    ],
)
def test_what_is_of_one_system_is_seen(source: str, names: list[str]) -> None:
    assert [name for _, name in alone(source)] == names


@pytest.mark.skipif(os.name == "nt", reason="the names are those that only others have")
def test_the_names_are_names() -> None:
    modules = {"os": os, "signal": signal}
    for module, names in POSIX_NAMES.items():
        if module in modules:
            assert [name for name in names if not hasattr(modules[module], name)] == []
