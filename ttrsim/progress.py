"""How far something is: one object, written by what is carried out and read by what shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Share(NamedTuple):
    """What is known so far of a share of the wins."""

    name: str
    mean: float
    half_width: float  # of the 95 % interval

    @property
    def low(self) -> float:
        return max(0.0, self.mean - self.half_width)

    @property
    def high(self) -> float:
        return min(1.0, self.mean + self.half_width)


class Progress:
    """How far a study is. It is counted on in any thread, and may be read at any time."""

    def __init__(self, follower: Follower | None = None) -> None:
        """`follower` is called after every change, in the thread that made it."""
        self.stage = ""  # what is done now
        self.total: float = 0  # of the stage; 0 if it is not known
        self.done: float = 0
        self.known: float = 0  # of `done`: what was complete before
        self.unit = ""  # what is counted; empty for a share of all work
        self.shares: Sequence[Share] = ()
        self.about: Callable[[], str] = lambda: ""  # who plays, if that is not this process alone
        self._follower = follower

    @classmethod
    def of(cls, progress: Progress | Follower | None) -> Progress:
        return progress if isinstance(progress, Progress) else cls(progress)

    def begin(self, stage: str) -> None:
        """The next stage, of unknown length until `expect` is called."""
        self.stage, self.total, self.done, self.known = stage, 0, 0, 0
        self.changed()

    def expect(self, total: float, known: float = 0, unit: str = "games") -> None:
        """The length of the stage. Of it, this much is known from before."""
        self.total, self.done, self.known, self.unit = total, known, known, unit
        self.changed()

    def count(self, n: float = 1) -> None:
        self.done += n
        self.changed()

    def measured(self, share: float) -> None:
        """How much of the stage is done, where that is not counted."""
        self.total, self.done, self.unit = 1, share, ""
        self.changed()

    def analysed(self, run: str, share: float) -> None:
        self.stage = f"analysing {run}"
        self.measured(share)

    def learn(self, shares: Sequence[Share]) -> None:
        self.shares = shares
        self.changed()

    def note(self, text: str) -> None:
        """What the user should know, e.g. that a part was damaged and is played again."""

    def changed(self) -> None:
        if self._follower is not None:
            self._follower(self)

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.stage, self.counted)))

    @property
    def counted(self) -> str:
        if not self.total:
            return ""
        return f"{self.done:,} of {self.total:,} {self.unit}" if self.unit else f"{self.done / self.total:.0%}"


Follower = Callable[[Progress], None]
