"""What goes with keeping a card, against discarding it: a regression on the cards turned up together.

For each card, over the rounds in which it was turned up:

    y = β·kept + Σ γ_j·(card j was turned up with it) + (bot of the first player × round × group of deals) + noise

with y the mean score of all seats of the game, or the share of the win of the first player, who chose. It is
seen in play, and nobody tried it: the first player kept what suited the maps on the table, and whatever moved that
choice besides the three cards, the round and the bot is in β too. So β does not say what the card brings.

Intervals come from leaving out each of 20 groups of deals in turn (the grouped jackknife).
"""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.explore.analysis.batch import ExploreBatch
from ttrsim.games.explore.analysis.cards.regression import GROUPS, CardOffers, KeepingSums
from ttrsim.games.explore.analysis.facts import ExploreFacts
from ttrsim.measures.codes import ints
from ttrsim.stats.intervals import benjamini_hochberg, p_values

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
