"""What keeping a ticket does, against refusing it: a regression on the set-up offers, summed batch by batch.

For each ticket, over the seats to which it was offered in the set-up:

    y = β·kept + Σ γ_j·(ticket j was in the same offer) + (bot × seat × group of deals) + noise

with y the share of the win, the score, or the rest of the score, which is the score without what the ticket itself
brought. It is observational: the bot chose, and it chose by how the offer fits together. Offers with the same
tickets and of the same bot and seat are compared, but whatever else moved the choice stays in β.

Intervals come from leaving out each of 20 groups of deals in turn (the grouped jackknife).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.metrics.estimate import benjamini_hochberg, p_values, student_deviations
from ttrsim.trains.metrics.batch import Batch
from ttrsim.trains.metrics.facts import Facts

GROUPS = 20
FEWEST = 100  # seats that kept the ticket, and that refused it
LEAST_OWN_CHOICE = 0.01  # share of the variance of `kept` that the rest of the offer must leave unexplained
LEAST_SURE = 0.2  # 2p − 1: a ticket that fails about as often as not has no price at which it pays
OUTCOMES = ("win", "score", "rest")

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Offers:
    """The set-up offers of a batch."""

    tickets: Ints  # [seat of a game, place in the offer]; NO_TICKET where the offer was smaller
    kept: Floats  # the same
    gains: Floats  # the same
    cells: Ints  # [seat of a game] bot × seat
    groups: Ints  # [seat of a game] of deals
    win_shares: Floats  # [seat of a game]
    scores: Floats  # [seat of a game]


NO_TICKET = -1


class TicketEffects:
    """Sums for each ticket and group of deals, of which regressions are made.

    The regressors are the tickets of the offer; at its own place stands whether the ticket was kept.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        n, n_cells = len(facts.board.tickets), len(facts.bots) * facts.n_seats
        self.xx = np.zeros((n, GROUPS, n, n))
        self.xy = np.zeros((n, GROUPS, n, len(OUTCOMES)))
        self.x = np.zeros((n, GROUPS, n_cells, n))
        self.y = np.zeros((n, GROUPS, n_cells, len(OUTCOMES)))
        self.n = np.zeros((n, GROUPS, n_cells))

    def add(self, batch: Batch) -> None:
        offers = _offers(batch)
        for place in range(offers.tickets.shape[1]):
            self._add_place(offers, place)

    def _add_place(self, offers: Offers, place: int) -> None:
        """The offers as seen from the ticket at one place of each."""
        rows = np.flatnonzero(offers.tickets[:, place] != NO_TICKET)
        tickets = offers.tickets[rows]
        x = (tickets != NO_TICKET).astype(np.float64)
        x[:, place] = offers.kept[rows, place]
        scores = offers.scores[rows]
        y = np.column_stack([offers.win_shares[rows], scores, scores - offers.gains[rows, place]])
        group = tickets[:, place] * GROUPS + offers.groups[rows]
        cell = group * self.n.shape[2] + offers.cells[rows]
        n, outcomes = self.xx.shape[-1], np.arange(len(OUTCOMES))
        at = np.where(tickets == NO_TICKET, 0, tickets)  # with an x of 0, wherever it goes
        in_group = group[:, None] * n + at
        _add_at(self.n, cell, np.ones(len(rows)))
        _add_at(self.y, cell[:, None] * len(OUTCOMES) + outcomes, y)
        _add_at(self.x, cell[:, None] * n + at, x)
        _add_at(self.xy, in_group[:, :, None] * len(OUTCOMES) + outcomes, x[:, :, None] * y[:, None, :])
        _add_at(self.xx, in_group[:, :, None] * n + at[:, None, :], x[:, :, None] * x[:, None, :])

    def frame(self) -> pl.DataFrame:
        rows = [self._row(ticket) for ticket in range(len(self.n))]
        frame = pl.DataFrame(rows, schema=_schema(self.facts))
        for name in ("win", "score"):
            p = p_values(frame[name].to_numpy(), frame[f"{name}_error"].to_numpy(), 0.0)
            frame = frame.with_columns(pl.Series(f"{name}_q", benjamini_hochberg(p)).fill_nan(None))
        return frame.drop("win_error", "score_error")

    def _row(self, ticket: int) -> dict[str, object]:
        n_offered, n_kept = self.n[ticket].sum(), self.x[ticket, :, :, ticket].sum()
        row: dict[str, object] = {"ticket": self.facts.board.tickets[ticket].id}
        row |= {"n": round(n_offered), "n_kept": round(n_kept)}
        if min(n_kept, n_offered - n_kept) < FEWEST:
            return row
        xx, xy = self._within_cells(ticket)
        whole = self._effects(ticket, xx.sum(axis=0, keepdims=True), xy.sum(axis=0, keepdims=True))[0]
        left_out = self._effects(ticket, xx.sum(axis=0) - xx, xy.sum(axis=0) - xy)
        for place, name in enumerate(("win", "score", "fair")):
            value, error, half = _jackknife(whole[place], left_out[:, place])
            if np.isfinite(value + error):
                row |= {name: value, f"{name}_low": value - half, f"{name}_high": value + half}
                row |= {f"{name}_error": error} if name != "fair" else {}
        return row

    def _within_cells(self, ticket: int) -> tuple[Floats, Floats]:
        """X'X and X'y by group, less the means of each cell: what is left is free of bot and seat."""
        x, y = self.x[ticket], self.y[ticket]
        means = x / np.maximum(self.n[ticket], 1)[:, :, None]
        xx = self.xx[ticket] - np.einsum("gcj,gck->gjk", means, x)
        xy = self.xy[ticket] - np.einsum("gcj,gck->gjk", means, y)
        return xx, xy

    def _effects(self, ticket: int, xx: Floats, xy: Floats) -> Floats:
        """[sample, effect on win share, effect on score, fair value]; NaN where the data cannot tell."""
        n = xx.shape[1]
        ridge = 1e-6 * np.einsum("sii->si", xx).mean(axis=1) + 1e-9  # tickets of offers of one size are collinear
        unit = np.broadcast_to(np.eye(n)[ticket][:, None], (len(xx), n, 1))
        solved = np.linalg.solve(xx + ridge[:, None, None] * np.eye(n), np.concatenate([xy, unit], axis=2))
        win, score, rest, scatter = solved[:, ticket].T
        own_choice = 1 / (scatter * np.maximum(xx[:, ticket, ticket], 1e-9))
        win, score, rest = (np.where(own_choice > LEAST_OWN_CHOICE, effect, np.nan) for effect in (win, score, rest))
        sure = (score - rest) / self.facts.board.tickets[ticket].points  # 2p − 1
        fair = -rest / np.where(sure > LEAST_SURE, sure, np.nan)
        return np.column_stack([win, score, fair])


def _add_at(sums: Floats, places: Ints, values: Floats) -> None:
    flat = sums.reshape(-1)
    flat += np.bincount(places.ravel(), values.ravel(), minlength=flat.size)


def _jackknife(whole: float, left_out: Floats) -> tuple[float, float, float]:
    """The value, its standard error and half the width of its interval."""
    error = np.sqrt((GROUPS - 1) / GROUPS * ((left_out - left_out.mean()) ** 2).sum())
    return float(whole), float(error), float(student_deviations(np.array([GROUPS - 1.0]))[0] * error)


def _offers(batch: Batch) -> Offers:
    seats = batch.seats.select("game", "seat", "deal", "bot", "win_share", "points").sort("game", "seat").collect()
    rows = seats.select("game", "seat").with_row_index("row").lazy()
    offers = batch.tickets.filter(pl.col("turn") == 0).select("game", "seat", "ticket", "kept", "gain")
    found = offers.join(rows, on=["game", "seat"]).sort("row").collect()
    row = found["row"].to_numpy()
    place = np.arange(len(row)) - np.searchsorted(row, row)  # in its offer
    shape = (len(seats), int(place.max(initial=-1)) + 1)
    tickets, kept, gains = np.full(shape, NO_TICKET, np.int64), np.zeros(shape), np.zeros(shape)
    tickets[row, place] = found["ticket"].to_physical().to_numpy()
    kept[row, place] = found["kept"].to_numpy()
    gains[row, place] = found["gain"].to_numpy()
    bots = seats["bot"].to_physical().to_numpy().astype(np.int64)
    return Offers(
        tickets,
        kept,
        gains,
        bots * batch.facts.n_seats + seats["seat"].to_numpy(),
        (seats["deal"].to_numpy() % GROUPS).astype(np.int64),
        seats["win_share"].to_numpy(),
        seats["points"].to_numpy().astype(np.float64),
    )


def _schema(facts: Facts) -> dict[str, pl.DataType]:
    numbers = [f"{name}{end}" for name in ("win", "score", "fair") for end in ("", "_low", "_high")]
    schema: dict[str, pl.DataType] = {"ticket": facts.tickets.schema["ticket"], "n": pl.Int64(), "n_kept": pl.Int64()}
    return schema | {name: pl.Float64() for name in (*numbers, "win_error", "score_error")}
