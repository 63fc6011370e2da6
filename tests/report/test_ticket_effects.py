"""The regression finds effects that were put there, and says how sure it is."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from ttrsim.games.registry import load_board
from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.analysis.tickets.effects import TicketEffects

USA = load_board("usa")
N_GAMES, OFFERED = 6000, 3
COST, WORTH = 6.0, 5.0  # what keeping any ticket costs the rest of the score; what the offer of ticket 0 brings
P_COMPLETED = 0.8


@pytest.fixture(scope="module")
def found() -> pl.DataFrame:
    """Made-up games: bots keep ticket j more often beside ticket 0, which by itself goes with better scores."""
    stream = np.random.default_rng(5)
    n_tickets = len(USA.tickets)
    printed = np.array([ticket.points for ticket in USA.tickets])
    seats, rows = [], []
    for game in range(N_GAMES):
        offers = stream.permutation(n_tickets)[: 2 * OFFERED].reshape(2, OFFERED)
        for seat, offer in enumerate(offers):
            is_lucky = 0 in offer
            kept = stream.random(OFFERED) < (0.8 if is_lucky else 0.4)
            completed = kept & (stream.random(OFFERED) < P_COMPLETED)
            own = np.where(completed, printed[offer], -printed[offer]) * kept
            points = 80 + 10 * seat + WORTH * is_lucky - COST * kept.sum() + own.sum() + stream.normal(0, 4)
            seats.append((game, game, seat, "bot", round(points), 0.5))
            rows += [
                (game, seat, 0, USA.tickets[ticket].id, bool(is_kept), bool(is_done))
                for ticket, is_kept, is_done in zip(offer, kept, completed, strict=True)
            ]
    names = pl.Enum([ticket.id for ticket in USA.tickets])
    tables = {
        "seats": pl.DataFrame(seats, ["game", "deal", "seat", "bot", "points", "win_share"], orient="row").with_columns(
            pl.col("bot").cast(pl.Enum(["bot"]))
        ),
        "tickets": pl.DataFrame(
            rows, ["game", "seat", "turn", "ticket", "kept", "completed"], orient="row"
        ).with_columns(pl.col("ticket").cast(names)),
    }
    facts = Facts(USA, ("bot",), 2, 1)
    effects = TicketEffects(facts)
    effects.add(Batch({name: frame.lazy() for name, frame in tables.items()}, facts))
    return effects.frame()


def test_effect_on_the_score_is_gain_less_cost(found: pl.DataFrame) -> None:
    truth = np.array([(2 * P_COMPLETED - 1) * ticket.points - COST for ticket in USA.tickets])
    holds = (found["score_low"].to_numpy() <= truth) & (truth <= found["score_high"].to_numpy())
    assert holds.mean() >= 0.85  # of 30, each with 95 %


def test_fair_value_is_the_cost_by_the_chance(found: pl.DataFrame) -> None:
    truth = COST / (2 * P_COMPLETED - 1)
    holds = (found["fair_low"] <= truth) & (truth <= found["fair_high"])
    assert holds.mean() >= 0.85
    assert found["fair"].mean() == pytest.approx(truth, abs=0.5)


def test_no_effect_on_wins_is_found_where_there_is_none(found: pl.DataFrame) -> None:
    assert found["win"].abs().max() < 1e-6  # everybody has half a win


def test_few_offers_give_no_effect() -> None:
    facts = Facts(USA, ("bot",), 2, 1)
    frame = TicketEffects(facts).frame()
    assert frame["score"].null_count() == len(frame)
