"""Progress: live on a terminal, and a line now and then in a log."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ttrsim.cli import console
from ttrsim.progress import Progress
from ttrsim.wording import time_text

if TYPE_CHECKING:
    from rich.console import RenderableType

PATIENCE = 2.0  # seconds before a command shows its progress
LINE_SECONDS = 10.0  # between two lines in a log
IN_LOGS = "… "  # what such a line begins with


class TerminalProgress(Progress):
    """On stderr: live once something takes more than PATIENCE; without a terminal, a line every LINE_SECONDS."""

    def __init__(self, is_wanted: bool = True) -> None:
        from rich.live import Live

        super().__init__()
        self._is_wanted = is_wanted and not console.is_quiet()
        self._is_live = sys.stderr.isatty()
        self._first = self._start = self._last_line = time.monotonic()
        self._live = Live(
            console=console.rich_console(stderr=True), get_renderable=self.render, refresh_per_second=4, transient=True
        )

    def expect(self, total: float, known: float = 0, unit: str = "games") -> None:
        self._start = time.monotonic()
        super().expect(total, known, unit)

    def note(self, text: str) -> None:
        console.note(text)

    def changed(self) -> None:
        if not self._is_wanted:
            return
        now = time.monotonic()
        if self._is_live:
            if not self._live.is_started and now > self._first + PATIENCE:
                self._live.start()
        elif now >= self._last_line + LINE_SECONDS:
            self._last_line = now
            console.log(IN_LOGS + ", ".join(filter(None, (str(self), *self._speed(), self.about()))))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_wanted = False
        if self._live.is_started:
            self._live.transient = not self.shares  # they stay, as the last that is known
            self._live.stop()

    def render(self) -> RenderableType:
        """A line, with a bar if its length is known, and the shares of the wins so far."""
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        if not self.total or not self.unit:
            return str(self)
        line = Table.grid(padding=(0, 2))
        bar = ProgressBar(total=self.total, completed=self.done, width=30)
        line.add_row(*filter(None, (self.stage,)), bar, self.counted, *self._speed(), self.about())
        shares = Table.grid(padding=(0, 2))
        for share in self.shares:
            shares.add_row(share.name, f"{share.mean:6.2%}", f"({share.low:.2%} … {share.high:.2%})")
        heading = ["win share, 95 % interval:"] if self.shares else []
        return Group(line, *heading, shares)

    def _speed(self) -> list[str]:
        if not self.total or not self.unit:
            return []
        seconds = time.monotonic() - self._start
        rate = (self.done - self.known) / seconds if seconds > 0 else 0.0
        left = time_text((self.total - self.done) / rate) if rate > 0 else "…"
        return [f"{rate:,.0f} {self.unit}/s" if rate >= 10 else f"{rate:,.1f} {self.unit}/s", f"{left} left"]
