"""What keeping a ticket does, against refusing it: a regression on the set-up offers, summed batch by batch.

For each ticket, over the seats to which it was offered in the set-up:

    y = β·kept + Σ γ_j·(ticket j was in the same offer) + (bot × seat × group of deals) + noise

with y the share of the win, the score, or the rest of the score, which is the score without what the ticket itself
brought. It is observational: the bot chose, and it chose by how the offer fits together. Offers with the same
tickets and of the same bot and seat are compared, but whatever else moved the choice stays in β.

Intervals come from leaving out each of 20 groups of deals in turn (the grouped jackknife).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.keeping import GROUPS, NOTHING, Floats, KeepingSums, Offers
from ttrsim.stats.discoveries import benjamini_hochberg, p_values

LEAST_SURE = 0.2  # 2p − 1: a ticket that fails about as often as not has no price at which it pays
OUTCOMES = ("win", "score", "rest")


class TicketEffects:
    """The regressions of all tickets."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.sums = KeepingSums(len(facts.board.tickets), len(facts.bots) * facts.n_seats, len(OUTCOMES))

    def add(self, batch: Batch) -> None:
        self.sums.add(_offers(batch))

    def frame(self) -> pl.DataFrame:
        rows = [self._row(number) for number in range(len(self.facts.board.tickets))]
        frame = pl.DataFrame(rows, schema=_schema(self.facts))
        for name in ("win", "score"):
            p = p_values(frame[name].to_numpy(), frame[f"{name}_error"].to_numpy(), GROUPS - 1, 0.0)
            frame = frame.with_columns(pl.Series(f"{name}_q", benjamini_hochberg(p)).fill_nan(None))
        return frame.drop("win_error", "score_error")

    def _row(self, number: int) -> dict[str, object]:
        ticket = self.facts.board.tickets[number]
        n_offered, n_kept = self.sums.counts(number)
        row: dict[str, object] = {"ticket": ticket.id, "n": n_offered, "n_kept": n_kept}
        found = self.sums.effects(number, lambda effects: _with_fair_value(effects, ticket.points))
        for name, effect in zip(("win", "score", "fair"), found, strict=True):
            if effect is not None:
                row |= {name: effect.value, f"{name}_low": effect.value - effect.half}
                row |= {f"{name}_high": effect.value + effect.half}
                row |= {f"{name}_error": effect.error} if name != "fair" else {}
        return row


def _with_fair_value(effects: Floats, printed: int) -> Floats:
    """[sample, effect on win share, effect on score, fair value]."""
    win, score, rest = effects.T
    sure = (score - rest) / printed  # 2p − 1
    return np.column_stack([win, score, -rest / np.where(sure > LEAST_SURE, sure, np.nan)])


def _offers(batch: Batch) -> Offers:
    seats = batch.seats.select("game", "seat", "deal", "bot", "win_share", "points").sort("game", "seat").collect()
    rows = seats.select("game", "seat").with_row_index("row").lazy()
    offers = batch.tickets.filter(pl.col("turn") == 0).select("game", "seat", "ticket", "kept", "gain")
    found = offers.join(rows, on=["game", "seat"]).sort("row").collect()
    row = found["row"].to_numpy()
    place = np.arange(len(row)) - np.searchsorted(row, row)  # in its offer
    shape = (len(seats), int(place.max(initial=-1)) + 1)
    tickets, kept, gains = np.full(shape, NOTHING, np.int64), np.zeros(shape), np.zeros(shape)
    tickets[row, place] = found["ticket"].to_physical().to_numpy()
    kept[row, place] = found["kept"].to_numpy()
    gains[row, place] = found["gain"].to_numpy()
    win_shares, scores = (
        np.broadcast_to(seats[name].to_numpy()[:, None], shape).astype(np.float64) for name in ("win_share", "points")
    )
    bots = seats["bot"].to_physical().to_numpy().astype(np.int64)
    return Offers(
        tickets,
        kept,
        np.stack([win_shares, scores, scores - gains], axis=2),
        bots * batch.facts.n_seats + seats["seat"].to_numpy(),
        (seats["deal"].to_numpy() % GROUPS).astype(np.int64),
    )


def _schema(facts: Facts) -> dict[str, pl.DataType]:
    numbers = [f"{name}{end}" for name in ("win", "score", "fair") for end in ("", "_low", "_high")]
    schema: dict[str, pl.DataType] = {"ticket": facts.tickets.schema["ticket"], "n": pl.Int64(), "n_kept": pl.Int64()}
    return schema | {name: pl.Float64() for name in (*numbers, "win_error", "score_error")}
