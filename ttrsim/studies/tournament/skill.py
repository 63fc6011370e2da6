"""The skill ladder: each bot against the one before, to see how much strength a better player can still gain.

A game in which doubling the search budget again and again goes on to win more games is deep; one in which it soon stops
to matter is shallow, for bots of this kind.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import mul

import numpy as np

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.errors import UserError
from ttrsim.play.bots.specs import split_specs
from ttrsim.stats.intervals import ALPHA, Estimate, share_by_deals
from ttrsim.studies.tournament.play import Scores
from ttrsim.wording import finite_number

SERIES = re.compile(r"(?P<bot>[^()=,]+)\.(?P<weight>\w+)=(?P<values>[^()=]+)")
ELO_SCALE = 400.0
CERTAIN = 1e-6  # a share of 0 or 1 has no Elo
COLUMNS = (
    Column("bot", kind="text"),
    Column("win_share", "wins against the one before", "share"),
    Column("elo", "Elo", decimals=0),
    Column("elo_per_doubling", "Elo per doubling", decimals=0),
    Column("clear", kind="verdict"),
)


@dataclass(frozen=True)
class Step:
    """A bot against the one before it."""

    bot: str
    before: str
    win_share: Estimate
    elo: Estimate
    doublings: float | None  # of the number that the bots differ in; None if they differ in more
    elo_per_doubling: Estimate | None
    clear: bool  # significantly stronger, the level shared out over all steps
    games: int


@dataclass(frozen=True, repr=False)
class SkillLadder(Result):
    """All steps, the weakest first."""

    board: str
    notice: str
    deals: int
    seed: int
    steps: list[Step]
    said = ("clear", "sentence")

    @property
    def clear(self) -> int:
        return sum(step.clear for step in self.steps)

    @property
    def sentence(self) -> str:
        climbed = sum(step.elo.value for step in self.steps)
        return (
            f"{self.clear} of {len(self.steps)} steps are significantly stronger than the one before; "
            f"{climbed:+.0f} Elo over all steps"
        )

    def document(self) -> Document:
        sizes = f"{self.deals:,} deals of each pair in both seatings, seed {self.seed}; 95 % intervals."
        notes = [f"{self.sentence}.", sizes, *([self.notice] if self.notice else [])]
        rows = [{"bot": self.steps[0].before}, *map(vars, self.steps)]
        is_doubled = any(step.doublings for step in self.steps)
        columns = [column for column in COLUMNS if is_doubled or column.id != "elo_per_doubling"]
        return Document(f"Skill ladder, {self.board}, 2 players", notes, [Table("skill", "", tuple(columns), rows)])


# ---- which bots ----------------------------------------------------------------------------------


def read_ladder(text: str) -> tuple[list[str], list[float | None]]:
    """The bots of a ladder, the weakest first, and the number in which each differs, if it is one number.

    `seer.rollouts=50,100,200` is short for `seer(rollouts=50),seer(rollouts=100),seer(rollouts=200)`.
    """
    match = SERIES.fullmatch(text.strip())
    if match is None:
        bots = split_specs(text)
        numbers: list[float | None] = [None] * len(bots)
    else:
        values = [value.strip() for value in match["values"].split(",")]
        numbers = [finite_number(value) for value in values]
        if None in numbers:
            raise UserError(f"--bots: {values[numbers.index(None)]!r} is not a number")
        bots = [f"{match['bot'].strip()}({match['weight']}={value})" for value in values]
    if len(bots) < 2:
        raise UserError("--bots: give two bots or more, the weakest first, e.g. seer.rollouts=50,100,200")
    return bots, numbers


def line_ups_of_ladder(n_bots: int) -> np.ndarray:
    """Each bot with the one before."""
    return np.array([[place, place + 1] for place in range(n_bots - 1)], dtype=np.intp)


# ---- from scores ---------------------------------------------------------------------------------


def make_steps(bots: Sequence[str], numbers: Sequence[float | None], scores: Scores) -> list[Step]:
    n_deals, n_steps, _ = scores.wins.shape
    steps = []
    for place in range(n_steps):
        shares = scores.wins[:, place, 1]
        share = share_by_deals(shares, 2)
        is_clear = share_by_deals(shares, 2, ALPHA / n_steps).low > 0.5
        elo = share.mapped(elo_of)
        doublings = _doublings(numbers[place], numbers[place + 1])
        doubling = elo.mapped(partial(mul, 1 / doublings)) if doublings else None
        steps.append(Step(bots[place + 1], bots[place], share, elo, doublings, doubling, is_clear, 2 * n_deals))
    return steps


def _doublings(first: float | None, second: float | None) -> float | None:
    if first is None or second is None or first <= 0 or second <= 0 or first == second:
        return None
    return math.log2(second / first)


def elo_of(share: float) -> float:
    """The lead in Elo that goes with a share of wins."""
    share = min(max(share, CERTAIN), 1 - CERTAIN)
    return ELO_SCALE * math.log10(share / (1 - share))
