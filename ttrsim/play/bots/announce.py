"""Tells the user that something is being compiled, with or without a terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 2.0  # seconds; loading from the cache is faster


@contextmanager
def announcing(what: str) -> Iterator[None]:
    """Prints the text to stderr if the block takes longer than a moment."""
    timer = threading.Timer(PATIENCE, lambda: print(f"{what} …", file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
