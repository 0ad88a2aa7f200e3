"""What fails in games of others is told with the file that was being checked, and with no other."""

from __future__ import annotations

from threading import Thread

from scorecheck.checks import own
from scorecheck.checks.own import PlugInFault, listening


def fails() -> int:
    return own._asked("tarock-club 1.0", lambda: 1 // 0, -1)


def test_a_fault_is_heard_once_by_who_listens_last() -> None:
    with listening() as outer:
        with listening() as inner:
            assert [fails(), fails()] == [-1, -1]
        assert outer == []
        fails()
    told = [PlugInFault("tarock-club 1.0", "ZeroDivisionError: integer division or modulo by zero")]
    assert (inner, outer) == (told, told)


def test_no_other_thread_hears_it() -> None:
    with listening() as heard:
        other = Thread(target=fails)
        other.start()
        other.join()
    assert heard == []
