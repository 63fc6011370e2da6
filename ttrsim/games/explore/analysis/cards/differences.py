"""What goes with keeping a card, against discarding it: a regression on the cards turned up together.

For each card, over the rounds in which it was turned up:

    y = β·kept + Σ γ_j·(card j was turned up with it) + (bot of the first player × round × group of deals) + noise

with y the mean score of all seats of the game, or the share of the win of the first player, who chose. It is
seen in play, and nobody tried it: the first player kept what suited the maps on the table, and whatever moved that
choice besides the three cards, the round and the bot is in β too. So β does not say what the card brings.

Intervals come from leaving out each of 20 groups of deals in turn (the grouped jackknife).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.games.explore.analysis.facts import ExploreBatch, ExploreFacts
from ttrsim.measures.codes import ints
from ttrsim.stats.intervals import benjamini_hochberg, p_values, t_critical

OUTCOMES = ("score", "win")


class CardDifferences:
    """The regressions of all cards."""

    def __init__(self, facts: ExploreFacts) -> None:
        self.facts = facts
        self.sums = KeepingSums(len(facts.board.cards), len(facts.bots) * facts.rounds, len(OUTCOMES))

    def add(self, batch: ExploreBatch) -> None:
        self.sums.add(_offers(batch))

    def state(self) -> pl.DataFrame:
        return pl.DataFrame({"sums": self.sums.flat()})

    def add_state(self, state: pl.DataFrame) -> None:
        self.sums.add_flat(ints(state["sums"]))

    def frame(self) -> pl.DataFrame:
        numbers = [f"{name}{end}" for name in OUTCOMES for end in ("", "_low", "_high", "_error")]
        schema = {"card": self.facts.cards.schema["card"], "n": pl.Int64(), "n_kept": pl.Int64()}
        rows = [self._row(number) for number in range(len(self.facts.board.cards))]
        frame = pl.DataFrame(rows, schema=schema | {name: pl.Float64() for name in numbers})
        for name in OUTCOMES:
            p = p_values(frame[name].to_numpy(), frame[f"{name}_error"].to_numpy(), GROUPS - 1, 0.0)
            frame = frame.with_columns(pl.Series(f"{name}_q", benjamini_hochberg(p)).fill_nan(None))
        return frame.drop(f"{name}_error" for name in OUTCOMES)

    def _row(self, number: int) -> dict[str, object]:
        n_shown, n_kept = self.sums.counts(number)
        row: dict[str, object] = {"card": self.facts.board.cards[number].id, "n": n_shown, "n_kept": n_kept}
        for name, difference in zip(OUTCOMES, self.sums.differences(number), strict=True):
            if difference is not None:
                row |= {name: difference.value, f"{name}_low": difference.value - difference.half}
                row |= {f"{name}_high": difference.value + difference.half, f"{name}_error": difference.error}
        return row


def _offers(batch: ExploreBatch) -> CardOffers:
    facts = batch.facts
    scores = batch.seats.group_by("game").agg(score=pl.col("points").mean())
    cards = batch.cards.join(scores, on="game").sort("game", "round", maintain_order=True).collect()
    shape = (-1, facts.board.parameters.cards_per_round)
    first = cards.gather_every(shape[1])  # one row a round
    outcomes = np.stack([cards["score"].to_numpy(), cards["win_share"].to_numpy()], axis=1)
    return CardOffers(
        ints(cards["card"]).reshape(shape),
        1.0 - cards["discarded"].to_numpy().astype(np.float64).reshape(shape),
        outcomes.reshape(*shape, len(OUTCOMES)),
        ints(first["bot"]) * facts.rounds + ints(first["round"]) - 1,
        ints(first["deal"]) % GROUPS,
    )


# ---- regressions ---------------------------------------------------------------------------------
# What goes with keeping a thing, against refusing it: regressions on what was offered with it, summed batch by batch.
#
# For each thing, over the offers that had it:
#
#     y = β·kept + Σ γ_j·(thing j was in the same offer) + (cell × group of deals) + noise
#
# Offers of the same cell are compared. Intervals come from leaving out each of 20 groups of deals in turn (the grouped
# jackknife).


GROUPS = 20
MIN_N = 100  # offers of which the thing was kept, and refused
MIN_OWN_CHOICE = 0.01  # share of the variance of `kept` that the rest of the offer must leave unexplained
OUTCOME_BITS = 24  # binary places of an outcome: a batch of 10^5 offers with outcomes up to 2^10 is summed exactly
OUTCOME_UNITS = 2.0**OUTCOME_BITS
NO_CARD = -1  # at a place of an offer that is smaller than others

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class CardOffers:
    """What was offered in a batch, and what came of it."""

    things: Ints  # [offer, place] its number, or NO_CARD
    kept: Floats  # [offer, place]
    outcomes: Floats  # [offer, place, outcome]
    cells: Ints  # [offer]
    groups: Ints  # [offer] of deals, from 0 to GROUPS − 1


@dataclass(frozen=True)
class CardDifference:
    value: float
    error: float
    half: float  # of the width of its interval


class KeepingSums:
    """Sums for each thing and group of deals, of which regressions are made.

    The regressors are the things of the offer; at its own place stands whether the thing was kept. Sums are whole
    numbers, those with outcomes in units of 2^-OUTCOME_BITS, so that they are the same in any order.
    """

    def __init__(self, n_things: int, n_cells: int, n_outcomes: int) -> None:
        self.xx = np.zeros((n_things, GROUPS, n_things, n_things), np.int64)
        self.xy = np.zeros((n_things, GROUPS, n_things, n_outcomes), np.int64)
        self.x = np.zeros((n_things, GROUPS, n_cells, n_things), np.int64)
        self.y = np.zeros((n_things, GROUPS, n_cells, n_outcomes), np.int64)
        self.n = np.zeros((n_things, GROUPS, n_cells), np.int64)

    @property
    def _all(self) -> tuple[Ints, ...]:
        return (self.xx, self.xy, self.x, self.y, self.n)

    def flat(self) -> Ints:
        """All sums in a row."""
        return np.concatenate([sums.ravel() for sums in self._all])

    def add_flat(self, flat: Ints) -> None:
        first = 0
        for sums in self._all:
            sums += flat[first : first + sums.size].reshape(sums.shape)
            first += sums.size

    def add(self, offers: CardOffers) -> None:
        for place in range(offers.things.shape[1]):
            self._add_place(offers, place)

    def _add_place(self, offers: CardOffers, place: int) -> None:
        """The offers as seen from the thing at one place of each."""
        rows = np.flatnonzero(offers.things[:, place] != NO_CARD)
        things = offers.things[rows]
        x = (things != NO_CARD).astype(np.float64)
        x[:, place] = offers.kept[rows, place]
        y = np.rint(offers.outcomes[rows, place] * OUTCOME_UNITS)
        group = things[:, place] * GROUPS + offers.groups[rows]
        cell = group * self.n.shape[2] + offers.cells[rows]
        n, n_outcomes = self.xx.shape[-1], self.y.shape[-1]
        outcomes = np.arange(n_outcomes)
        at = np.where(things == NO_CARD, 0, things)  # with an x of 0, wherever it goes
        in_group = group[:, None] * n + at
        _add_at(self.n, cell, np.ones(len(rows)))
        _add_at(self.y, cell[:, None] * n_outcomes + outcomes, y)
        _add_at(self.x, cell[:, None] * n + at, x)
        _add_at(self.xy, in_group[:, :, None] * n_outcomes + outcomes, x[:, :, None] * y[:, None, :])
        _add_at(self.xx, in_group[:, :, None] * n + at[:, None, :], x[:, :, None] * x[:, None, :])

    def counts(self, thing: int) -> tuple[int, int]:
        """How often it was offered, and kept."""
        return int(self.n[thing].sum()), int(self.x[thing, :, :, thing].sum())

    def differences(self, thing: int) -> list[CardDifference | None]:
        """Between offers with the thing kept and refused, in each outcome; None where the data cannot tell."""
        n_offered, n_kept = self.counts(thing)
        xx, xy = self._within_cells(thing)
        whole = self._solved(thing, xx.sum(axis=0, keepdims=True), xy.sum(axis=0, keepdims=True))[0]
        if min(n_kept, n_offered - n_kept) < MIN_N:
            return [None] * len(whole)
        left_out = self._solved(thing, xx.sum(axis=0) - xx, xy.sum(axis=0) - xy)
        return [_jackknife(value, others) for value, others in zip(whole, left_out.T, strict=True)]

    def _within_cells(self, thing: int) -> tuple[Floats, Floats]:
        """X'X and X'y by group, less the means of each cell: what is left is free of what tells cells apart."""
        x, y = self.x[thing].astype(np.float64), self.y[thing] / OUTCOME_UNITS
        means = x / np.maximum(self.n[thing], 1)[:, :, None]
        xx = self.xx[thing] - np.einsum("gcj,gck->gjk", means, x)
        xy = self.xy[thing] / OUTCOME_UNITS - np.einsum("gcj,gck->gjk", means, y)
        return xx, xy

    def _solved(self, thing: int, xx: Floats, xy: Floats) -> Floats:
        """[sample, outcome] β; NaN where the rest of the offer explains the choice."""
        n = xx.shape[1]
        ridge = 1e-6 * np.einsum("sii->si", xx).mean(axis=1) + 1e-9  # things of offers of one size are collinear
        unit = np.broadcast_to(np.eye(n)[thing][:, None], (len(xx), n, 1))
        solved = np.linalg.solve(xx + ridge[:, None, None] * np.eye(n), np.concatenate([xy, unit], axis=2))[:, thing]
        own_choice = 1 / (solved[:, -1] * np.maximum(xx[:, thing, thing], 1e-9))
        return np.where(own_choice[:, None] > MIN_OWN_CHOICE, solved[:, :-1], np.nan)


def _add_at(sums: Ints, places: Ints, values: Floats) -> None:
    """Values are whole, and so few that their sum is exact as a float."""
    flat = sums.reshape(-1)
    flat += np.bincount(places.ravel(), values.ravel(), minlength=flat.size).astype(np.int64)


def _jackknife(whole: float, left_out: Floats) -> CardDifference | None:
    error = np.sqrt((GROUPS - 1) / GROUPS * ((left_out - left_out.mean()) ** 2).sum())
    half = t_critical(GROUPS - 1) * error
    return CardDifference(float(whole), float(error), float(half)) if np.isfinite(whole + error) else None
