"""The skill ladder: each bot against the one before, to see how much strength a better player can still gain.

A game in which doubling the search budget again and again goes on to win more games is deep; one in which it soon stops
to matter is shallow, for bots of this kind.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ttrsim.bots.specs import split_specs
from ttrsim.errors import UserError
from ttrsim.files.sheets import Notebook, Sheet, csv_bytes
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.stats.intervals import ALPHA, Estimate, share_by_deals
from ttrsim.studies.tournament.play import Scores
from ttrsim.wording import estimate_text, finite_number, share_text

SERIES = re.compile(r"(?P<bot>[^()=,]+)\.(?P<weight>\w+)=(?P<values>[^()=]+)")
ELO_SCALE = 400.0
CERTAIN = 1e-6  # a share of 0 or 1 has no Elo


@dataclass(frozen=True)
class Step:
    """A bot against the one before it."""

    bot: str
    before: str
    win_share: Estimate
    elo: Estimate
    doublings: float | None  # of the number that the bots differ in; None if they differ in more
    is_clear: bool  # significantly stronger, the level shared out over all steps
    n_games: int

    @property
    def elo_per_doubling(self) -> Estimate | None:
        doublings = self.doublings
        return self.elo.mapped(lambda elo: elo / doublings) if doublings else None


@dataclass(frozen=True)
class SkillLadder(Notebook):
    """All steps, the weakest first."""

    board: str
    notice: str
    n_deals: int
    seed: int
    steps: list[Step]

    @property
    def n_clear(self) -> int:
        return sum(step.is_clear for step in self.steps)

    @property
    def sentence(self) -> str:
        climbed = sum(step.elo.value for step in self.steps)
        return (
            f"{self.n_clear} of {len(self.steps)} steps are significantly stronger than the one before; "
            f"{climbed:+.0f} Elo over all steps"
        )

    def sheets(self) -> Iterator[Sheet]:
        columns: tuple[str, ...] = ("bot", "wins against the one before, %", "Elo", "Elo per doubling", "clear")
        rows: list[tuple[str, ...]] = [(self.steps[0].before, "", "", "", "")]
        for step in self.steps:
            doubling = estimate_text(step.elo_per_doubling) if step.elo_per_doubling else ""
            clear = "yes" if step.is_clear else "no"
            rows.append((step.bot, share_text(step.win_share), estimate_text(step.elo), doubling, clear))
        if not any(step.doublings for step in self.steps):
            columns, rows = columns[:3] + columns[4:], [row[:3] + row[4:] for row in rows]
        sizes = f"{self.n_deals:,} deals of each pair in both seatings, seed {self.seed}; 95 % intervals"
        note = f"{sizes}. {self.sentence}."
        title = f"Skill ladder, {self.board}, 2 players"
        yield Sheet(title, columns, rows, columns[1:-1], f"{note}\n{self.notice}" if self.notice else note)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        values: dict[str, Any] = {"board": self.board, "notice": self.notice, "deals": self.n_deals, "seed": self.seed}
        return values | {"clear": self.n_clear, "sentence": self.sentence, "steps": self.rows()}

    def rows(self) -> list[dict[str, Any]]:
        return [
            {"bot": step.bot, "before": step.before}
            | _columns("win_share", step.win_share)
            | _columns("elo", step.elo)
            | _columns("elo_per_doubling", step.elo_per_doubling)
            | {"clear": step.is_clear, "games": step.n_games}
            for step in self.steps
        ]


def _columns(name: str, estimate: Estimate | None) -> dict[str, float | None]:
    ends = estimate or (None, None, None)
    return dict(zip((name, f"{name}_low", f"{name}_high"), ends, strict=True))


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
            raise UserError(f"--ladder: {values[numbers.index(None)]!r} is not a number")
        bots = [f"{match['bot'].strip()}({match['weight']}={value})" for value in values]
    if len(bots) < 2:
        raise UserError("--ladder: give two bots or more, the weakest first, e.g. seer.rollouts=50,100,200")
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
        steps.append(Step(bots[place + 1], bots[place], share, elo, doublings, is_clear, 2 * n_deals))
    return steps


def _doublings(first: float | None, second: float | None) -> float | None:
    if first is None or second is None or first <= 0 or second <= 0 or first == second:
        return None
    return math.log2(second / first)


def elo_of(share: float) -> float:
    """The lead in Elo that goes with a share of wins."""
    share = min(max(share, CERTAIN), 1 - CERTAIN)
    return ELO_SCALE * math.log10(share / (1 - share))


def write_skill(ladder: SkillLadder, folder: Path) -> None:
    """`skill.csv` and `skill.json`."""
    make_folder(folder)
    write_whole(folder / "skill.csv", csv_bytes(ladder.rows()))
    write_whole(folder / "skill.json", json.dumps(ladder.as_dict(), indent=2, ensure_ascii=False).encode())
