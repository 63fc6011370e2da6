"""How many games a rebalancing plays, without playing any."""

from __future__ import annotations

import math
from typing import cast

import pytest

from ttrsim.stats.intervals import ALPHA, z_critical
from ttrsim.studies.rebalance.budget import CHECK, Budget
from ttrsim.studies.rebalance.goals import Goal, GoalState, Reading
from ttrsim.studies.rebalance.request import MOST_GAMES
from ttrsim.studies.rebalance.result import GoalRow, Rebalance, estimate_of
from ttrsim.studies.rebalance.trials import Measured, Rounds

TICKETS = [f"T{number}" for number in range(20)]
PAIRS_PER_DEAL, SPREAD = 0.2, 0.65  # of each ticket; the standard deviation of a pair


class Pilot:
    """Trials in which every deal tries each ticket as often, and effects vary equally."""

    printed: dict[str, int] = {}  # noqa: RUF012 (never changed)
    games = 0

    def play(self, name: str, values: object, tickets: list[str], deals: int) -> Measured:
        n = round(PAIRS_PER_DEAL * deals)
        effects = {ticket: Reading(0.0, SPREAD / math.sqrt(n), n) for ticket in tickets}
        return Measured(effects, {}, {}, {}, deals + n * len(tickets))


def budget(band: float, games: int | None = None) -> Budget:
    goals = [Goal(ticket, -band / 100, band / 100, ticket, "short") for ticket in TICKETS]
    return Budget(cast("Rounds", Pilot()), games, None, goals)


def test_the_check_can_settle_every_ticket() -> None:
    """Its interval is at most half as wide as the band, so it cannot reach from inside to beyond twice the band."""
    found = budget(4.0)
    n = PAIRS_PER_DEAL * found.deals(CHECK, TICKETS)
    assert z_critical(ALPHA / len(TICKETS)) * SPREAD / math.sqrt(n) < 0.04 / 2


def test_a_band_half_as_wide_needs_four_times_the_games() -> None:
    assert budget(2.0).limit / budget(4.0).limit == pytest.approx(4, rel=0.05)


def test_the_number_of_games_has_a_limit_and_can_be_chosen() -> None:
    assert budget(0.5).limit == MOST_GAMES
    assert budget(0.5, games=70_000).limit == 70_000


def test_too_few_games_say_which_band_they_can_settle() -> None:
    after = estimate_of(Reading(0.05, 0.01, 4_000))
    rows = [GoalRow(name, "short", 5, 5, -0.03, 0.03, after, after, 4_000, GoalState.UNCLEAR) for name in TICKETS]
    found = Rebalance("b", "B", "", (), 1, 3.0, "inconclusive", [], rows, [], {}, 1, 100_000, folder=None)  # type: ignore[arg-type]
    z = z_critical(ALPHA / len(TICKETS))
    assert found.sentence.endswith(f"or choose a wider band: these can settle {math.ceil(200 * z * 0.01)}")
