"""Work in a process of its own: what it says, its limits, and how it is stopped."""

from __future__ import annotations

import os
import subprocess
import time

import pytest

from rest.child_process import ChildFailed, run_child

MODULE = "tests.rest.child"


def test_a_child_answers() -> None:
    assert run_child(MODULE, b"return data", seconds=30) == b"return data"


def test_large_input_and_output_pass() -> None:
    code = b"return data" + b" " * 3_000_000
    assert run_child(MODULE, code, seconds=30) == code


def test_a_child_may_take_its_time_to_read() -> None:
    code = b"return data" + b" " * 3_000_000
    assert run_child("tests.rest.slow_child", code, seconds=30) == code


def test_a_child_that_wants_too_much_memory_fails_and_says_so() -> None:
    with pytest.raises(ChildFailed, match="MemoryError") as error:
        run_child(MODULE, b"return bytes(300_000_000)", seconds=30)
    assert error.value.code == 1


def test_a_child_leaves_the_processor_to_whoever_serves() -> None:
    niceness = run_child(MODULE, b"import os; return str(os.nice(0)).encode()", seconds=30)
    assert int(niceness) == min(os.nice(0) + 5, 19)


def test_a_child_that_computes_for_too_long_is_ended() -> None:
    with pytest.raises(ChildFailed) as error:
        run_child(MODULE, b"while True: pass", seconds=60)
    assert error.value.code < 0


def test_a_child_that_sleeps_for_too_long_is_killed() -> None:
    start = time.monotonic()
    with pytest.raises(subprocess.TimeoutExpired):
        run_child(MODULE, b"import time; time.sleep(60)", seconds=0.1)
    assert time.monotonic() - start < 30


def test_the_caller_can_break_off() -> None:
    class Enough(Exception):
        pass

    def tick() -> None:
        raise Enough

    with pytest.raises(Enough):
        run_child(MODULE, b"import time; time.sleep(60)", seconds=60, tick=tick)
