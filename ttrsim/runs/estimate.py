"""How long a run would take and how large it would be, estimated from a sample of its games."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ttrsim.play.table import Outcomes
from ttrsim.runs.packing import pack
from ttrsim.runs.plan import Plan, played, seat_table
from ttrsim.runs.scenario.setup import Setup
from ttrsim.runs.sums import WinShares

SAMPLE_SECONDS = 0.5
SAMPLE_GAMES = 4_000


@dataclass(frozen=True)
class Forecast:
    sample: int  # games of the sample
    games_per_second: float  # of one core, writing included
    bytes_per_game: float
    half_width: float | None  # of the 95 % intervals of win shares after the whole run; None if it is not known


def estimate(setup: Setup, plan: Plan) -> Forecast:
    table = seat_table(setup, plan)
    outcomes, start = Outcomes(setup.game), time.process_time()
    most_deals = min(plan.n_deals, max(1, SAMPLE_GAMES // plan.n_rotations))
    n_deals = 0
    while n_deals < most_deals and time.process_time() - start < SAMPLE_SECONDS:
        deals = min(max(1, n_deals), most_deals - n_deals)  # twice as many each time
        table.play_into(outcomes, setup.scenario.seed, n_deals * plan.n_rotations, deals * plan.n_rotations)
        n_deals += deals
    tables = setup.game.tables
    sample = played(setup, plan, 0, outcomes)
    n_bytes = sum(len(pack(tables[name].frame(sample)).content) for name in setup.tables)
    seconds = time.process_time() - start
    shares = WinShares.of(setup.labels, setup.n_seats)
    shares.add(sample)
    widths = [share.half_width for share in shares.shares()]
    return Forecast(
        sample=outcomes.n_games,
        games_per_second=outcomes.n_games / seconds,
        bytes_per_game=n_bytes / outcomes.n_games,
        half_width=max(widths) * (n_deals / plan.n_deals) ** 0.5 if widths else None,
    )
