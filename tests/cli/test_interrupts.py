"""Ctrl-C and SIGTERM at any moment: a message, exit code 130 or 143, and no process left behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runs.helpers import ROOT
from ttrsim.cli import interrupts

if sys.platform == "win32":
    pytest.skip("Windows has no signals of this kind", allow_module_level=True)

# From the first moment at which the process can hear a signal: what Python does before that is not ours.
START = """
from ttrsim.cli import start, interrupts
interrupts.listen()
print("listening", flush=True)
start.main()
"""
MARK = "TTRSIM_TEST_PROCESS"
LIMIT = 300  # seconds until a process that hangs fails the test
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}


def begin(*words: object) -> subprocess.Popen[str]:
    variables = os.environ | {"PYTHONPATH": str(ROOT), MARK: f"{os.getpid()}-{random.random()}"}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a child inherits that it is ignored
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", START, *map(str, words)],
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    process.mark = variables[MARK]  # type: ignore[attr-defined]
    assert process.stdout is not None
    assert process.stdout.readline() == "listening\n"
    return process


def left_behind(mark: str) -> list[str]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes() and "Z" not in (folder / "stat").read_text():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


def interrupted(number: signal.Signals, seconds: float, *words: object) -> str:
    """What is wrong with how a command ends that gets a signal after so many seconds."""
    process = begin(*words)
    time.sleep(seconds)
    process.send_signal(number)
    out, errors = process.communicate(timeout=LIMIT)
    deadline = time.monotonic() + LIMIT
    while (left := left_behind(process.mark)) and time.monotonic() < deadline:  # type: ignore[attr-defined]
        time.sleep(0.1)
    where = f"{number.name} after {seconds:.3f} s: "
    if left:
        return where + f"left {left}"
    if process.returncode == 0:  # it had done all before the signal came
        return "" if out and "error" not in errors else where + f"0, {out!r} {errors!r}"
    is_told = "error: interrupted" in errors and "\n  ttrsim " in errors and "Traceback" not in errors
    return "" if process.returncode == CODES[number] and is_told else where + f"{process.returncode}, {errors!r}"


Words = Callable[[int], list[object]]


@pytest.fixture(scope="module")
def commands(run_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Words]:
    """By name: the words of a command that takes some seconds, each time in another folder."""
    at = tmp_path_factory.mktemp("interrupted")
    return {
        "run": lambda n: ["run", "new-york", "--bots", "random,random", "-n", 20000, "-o", at / f"run-{n}"],
        "report": lambda n: ["report", run_folder, "--parts", "md,svg", "-o", at / f"report-{n}"],
    }


def wrong(words: Words, n: int, seed: int) -> list[str]:
    """The same command, interrupted at moments from the first to the last."""
    start, chance = time.monotonic(), random.Random(seed)
    process = begin(*words(-1))
    assert process.communicate(timeout=LIMIT)
    assert process.returncode == 0
    whole = time.monotonic() - start
    moments = [0.0, 0.002, *(whole * (place + chance.random()) / n for place in range(n))]
    signals = [signal.SIGINT, signal.SIGTERM]
    faults = [interrupted(signals[number % 2], moment, *words(number)) for number, moment in enumerate(moments)]
    return [fault for fault in faults if fault]


@pytest.mark.slow
@pytest.mark.parametrize("command", ["run", "report"])
def test_a_signal_at_any_moment(commands: dict[str, Words], command: str) -> None:
    assert wrong(commands[command], 4, seed=1) == []


@pytest.mark.long
@pytest.mark.parametrize("command", ["run", "report"])
def test_many_more_moments(commands: dict[str, Words], command: str) -> None:
    assert wrong(commands[command], 40, seed=2) == []


def test_the_signal_chooses_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupts, "_first", None)
    with interrupts.raised():
        with pytest.raises(KeyboardInterrupt):
            interrupts._on_signal(signal.SIGTERM, None)
        interrupts._on_signal(signal.SIGINT, None)  # the same wish, passed on by a launcher too
    interrupts._on_signal(signal.SIGINT, None)  # all is done
    assert interrupts.exit_code() == 143
