"""Ctrl-C and SIGTERM, from the first line of ours that runs to the last: a message, exit code 130 or 143.

While a command works, a signal is a KeyboardInterrupt, so that what is begun can be brought to a good end. Before that
nothing is at stake, and the process ends at once; after it everything is done, and the signal changes nothing. Asked
again after a second, the process ends wherever it is.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
AGAIN_SECONDS = 1.0  # a terminal, a shell and a launcher may each pass the same signal on
STARTING, WORKING, ENDING = "starting", "working", "ending"

_phase = STARTING
_first: tuple[int, float] | None = None  # the first signal, and when it came


def listen() -> None:
    """Called once, at the start of the process. A signal that is ignored, as under `nohup`, stays ignored."""
    for number in SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _on_signal)


def ignore() -> None:
    """Called last: while Python ends, it gives signals back to the system, which would end the process by them."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def raised() -> Iterator[None]:
    """Around what a command does."""
    global _phase
    _phase = WORKING
    try:
        yield
    finally:
        _phase = ENDING


def exit_code() -> int:
    """128 and the number of the signal, as a shell reports it."""
    return 128 + (_first[0] if _first else signal.SIGINT)


def to_begin_again() -> str:
    """The command that was given."""
    import shlex

    return f"interrupted; this begins again:\n  {shlex.join(['ttrsim', *sys.argv[1:]])}"


def _on_signal(number: int, frame: FrameType | None) -> None:
    global _first
    now = time.monotonic()
    if _first is not None:
        if now - _first[1] > AGAIN_SECONDS:
            os._exit(exit_code())
        return
    _first = number, now
    if _phase == WORKING:
        raise KeyboardInterrupt
    if _phase == STARTING:
        os.write(2, f"error: {to_begin_again()}\n".encode(errors="backslashreplace"))
        os._exit(exit_code())
