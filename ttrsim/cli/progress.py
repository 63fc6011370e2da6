"""Progress on a terminal: a bar for runs, a line for everything else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ttrsim.cli import console

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ttrsim.runs.shares import Share


class OnTerminal:
    """Live output on stderr. Without a terminal there is none."""

    def __init__(self, render: Callable[[], RenderableType], transient: bool) -> None:
        """`render` is called at once, so what it uses must exist already."""
        from rich.live import Live

        terminal = console.rich_console(stderr=True)
        self._live = Live(console=terminal, get_renderable=render, refresh_per_second=4, transient=transient)

    def start(self) -> None:
        if sys.stderr.isatty() and not console.is_quiet():
            self._live.start()

    def stop(self) -> None:
        if self._live.is_started:
            self._live.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


PATIENCE = 2.0  # seconds before a command shows its progress


class RunProgress(OnTerminal):
    """Shows the progress of a run: games played, speed, time left, win shares so far."""

    def __init__(self) -> None:
        self._played: Callable[[], int] = lambda: 0
        self.about: Callable[[], str] = lambda: ""  # who plays, if that is not this process alone
        self._shares: list[Share] = []
        self._n_games = self._done = 0
        self._start = time.monotonic()
        super().__init__(self._render, transient=False)

    def mended(self, fault: str) -> None:
        console.note(f"{fault}: its games are played again")

    def began(self, n_games: int, done: int, played: Callable[[], int]) -> None:
        self._n_games, self._done, self._played, self._start = n_games, done, played, time.monotonic()
        self.start()

    def learned(self, shares: list[Share]) -> None:
        self._shares = shares

    def _render(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        played = self._played()
        done, seconds = self._done + played, time.monotonic() - self._start
        rate = played / seconds if seconds > 0 else 0.0
        left = time_text((self._n_games - done) / rate) if rate else "…"
        line = Table.grid(padding=(0, 2))
        line.add_row(
            ProgressBar(total=self._n_games, completed=done, width=30),
            f"{done:,} of {self._n_games:,} games",
            f"{rate:,.0f} games/s",
            f"{left} left",
            self.about(),
        )
        shares = Table.grid(padding=(0, 2))
        for share in self._shares:
            shares.add_row(share.name, f"{share.mean:6.2%}", f"({share.low:.2%} … {share.high:.2%})")
        heading = ["win share, 95 % interval:"] if self._shares else []
        return Group(line, *heading, shares)


class StatusLine(OnTerminal):
    """One line that is overwritten, for work of unknown length."""

    def __init__(self) -> None:
        from rich.text import Text

        self._text = Text("")
        super().__init__(lambda: self._text, transient=True)

    def show(self, text: str) -> None:
        self._text.plain = text
        self.start()


class Counter(StatusLine):
    """How many of a known number of games are done, shown once that takes more than PATIENCE."""

    def __init__(self, is_wanted: bool = True) -> None:
        super().__init__()
        self._is_wanted = is_wanted
        self._first = time.monotonic() + PATIENCE

    def count(self, done: int, n_games: int) -> None:
        if not self._is_wanted or time.monotonic() < self._first:
            return
        self.show(f"{done:,} of {n_games:,} games")


class StageProgress(OnTerminal):
    """One line for work in stages: what is played, and how much of it is done."""

    def __init__(self) -> None:
        self._text, self._n_games, self._done = "", 0, 0
        self._played: Callable[[], int] = lambda: 0
        super().__init__(self._render, transient=True)

    def stage(self, text: str) -> None:
        self._text, self._n_games, self._done = text, 0, 0
        self.start()

    def mended(self, fault: str) -> None:
        console.note(f"{fault}: its games are played again")

    def began(self, n_games: int, done: int, played: Callable[[], int]) -> None:
        self._n_games, self._done, self._played = n_games, done, played

    def learned(self, shares: list[Share]) -> None:
        pass

    def _render(self) -> RenderableType:
        done = self._done + self._played() if self._n_games else 0
        return f"{self._text}: {done / self._n_games:.0%}" if self._n_games else self._text


@contextmanager
def measuring() -> Iterator[Callable[[str, float], None]]:
    """Shows how much of a run has been analysed."""
    with StatusLine() as line:
        yield lambda run, share: line.show(f"analysing {run}: {share:.0%}")


def time_text(seconds: float) -> str:
    """1:02:03, or 2:03."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
