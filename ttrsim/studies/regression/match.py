"""Is the new bot stronger than the old? Deals in both seatings, until a sequential test knows."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.errors import CheckError, InconclusiveError, UserError
from ttrsim.play.columns import Played
from ttrsim.progress import Progress
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.plan import make_plan
from ttrsim.runs.scenario.setup import Setup
from ttrsim.stats.intervals import Estimate
from ttrsim.stats.sequential import Gsprt, Hypotheses, fixed_size
from ttrsim.workers.executor import Executor

CHUNK = 256  # games between two looks
COLUMNS = (
    Column("new", "new bot", "text"),
    Column("win_share", "its wins", "share", 2),
    Column("no_better", "H0", "share", 2),
    Column("better", "H1", "share", 2),
    Column("llr", "LLR", "text"),
    Column("games", kind="count"),
)
VERDICTS = {1: "stronger", 0: "not stronger", None: "undecided"}


@dataclass(frozen=True, repr=False)
class Sprt(Result):
    """A sequential test of two bots, and what it came to."""

    new: str
    old: str
    board: str
    notice: str  # notice to show with every result on the board, or nothing
    test: Gsprt

    @classmethod
    def of(cls, setup: Setup, hypotheses: Hypotheses) -> Sprt:
        """A test that has not begun."""
        if len(setup.bots) != 2:
            raise UserError("a test needs two bots with different names, a new one and an old one")
        new, old = setup.labels
        return cls(new, old, setup.board.name, setup.board.notice, Gsprt(hypotheses))

    @property
    def verdict(self) -> str:
        return VERDICTS[self.test.accepted]

    @property
    def win_share(self) -> Estimate:
        return Estimate(self.test.mean, *self.test.interval())

    @property
    def failure(self) -> Exception | None:
        if self.verdict == "undecided":
            return InconclusiveError(
                f"undecided after {2 * self.test.n:,} games whether {self.new} is stronger than {self.old}; "
                "play more with -n"
            )
        return CheckError(f"{self.new} is not stronger than {self.old}") if self.verdict == "not stronger" else None

    def document(self) -> Document:
        test, bounds = self.test, self.test.hypotheses
        fixed = 2 * fixed_size(bounds, test.variance)
        notes = [
            f"The interval is anytime-valid, 95 %; n = {test.n:,} deals in both seatings.",
            f"Error rates {bounds.alpha:.0%} and {bounds.beta:.0%}; a fixed-size test would need {fixed:,.0f} games.",
            *([self.notice] if self.notice else []),
        ]
        ratio = f"{test.ratio:+.2f} of {bounds.lower:.2f} to {bounds.upper:.2f}"
        row = (self.new, self.win_share, bounds.mean_0, bounds.mean_1, ratio, 2 * test.n)
        title = f"{self.new} against {self.old} on {self.board}: {self.verdict}"
        return Document(title, notes, [Table.of("sprt", "", COLUMNS, [row])])

    def as_dict(self) -> dict[str, Any]:
        test, bounds = self.test, self.test.hypotheses
        values: dict[str, Any] = plain(
            {
                "new": self.new,
                "old": self.old,
                "board": self.board,
                "notice": self.notice,
                "verdict": self.verdict,
                "llr": test.ratio,
                "bounds": {"lower": bounds.lower, "upper": bounds.upper},
                "shares": {"no better": bounds.mean_0, "better": bounds.mean_1},
                "games": 2 * test.n,
                "deals": test.n,
                "win_share": self.win_share,
            }
        )
        return values


def play_match(setup: Setup, test: Gsprt, executor: Executor, progress: Progress) -> None:
    """Of the two bots of a scenario the first is the new one. A deal's score is its mean share of the two wins."""
    plan, about = make_plan(setup, chunk_games=CHUNK), f"{progress.stage}: " if progress.stage else ""
    with closing(executor.map(PlayChunks(setup, plan, _scores), plan.chunks(), in_order=True)) as results:
        for _, scores in results:
            test.add(scores)
            progress.begin(f"{about}{test.status}")
            if test.accepted is not None:
                break


def _scores(chunk: Played) -> NDArray[np.float64]:
    """[deal] of the first bot."""
    of_first = np.where(chunk.bots == 0, chunk.win_shares, 0.0).sum(axis=1)
    return np.asarray(of_first.reshape(-1, chunk.n_rotations).mean(axis=1))
