"""The weights that are tuned, each between its bounds: to the search a number from 0 to 1, where 0.5 is the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.play.bots.finding import Bot
from ttrsim.play.bots.specs import DECLARED, parse_spec
from ttrsim.wording import did_you_mean

DIGITS = 4  # that a weight is written with
MIDDLE = 0.5

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Space:
    """All weights of a bot as it starts, and which of them are tuned."""

    bot: Bot
    start: dict[str, float]  # of all weights
    bounds: dict[str, tuple[float, float]]  # of those that are tuned

    @classmethod
    def of(cls, bot: Bot, board: Board, n_players: int, names: Sequence[str] | None) -> Space:
        """`names` are the weights to tune; None means all whose bounds leave room."""
        declared = {weight.name: weight for weight in bot.compiled.weights}
        start = dict(zip(declared, bot.weights_on(board, n_players), strict=True))
        bounds = {}
        for name in declared if names is None else names:
            if name not in declared:
                known = f"its weights: {', '.join(declared)}" if declared else "it has no weights"
                raise UserError(f"bot {bot.name!r}: unknown weight {name!r}{did_you_mean(name, declared)}; {known}")
            low, high = declared[name].bounds
            low, high = min(low, start[name]), max(high, start[name])  # the search begins at the start
            if low < high:
                bounds[name] = (float(low), float(high))
        if not bounds:
            raise UserError(f"bot {bot.name!r} has no weights to tune")
        return cls(bot, start, bounds)

    def weights(self, units: Floats) -> dict[str, float]:
        """All weights, rounded as they are written to files. A unit of 0.5 is the start, 0 and 1 are the bounds."""
        tuned = {}
        for (name, (low, high)), unit in zip(self.bounds.items(), units, strict=True):
            start = self.start[name]
            reach = start - low if unit < MIDDLE else high - start
            tuned[name] = rounded(start + (unit - MIDDLE) / MIDDLE * reach)
        return self.start | tuned

    @property
    def unit_start(self) -> Floats:
        return np.full(len(self.bounds), MIDDLE)

    def candidate(self, weights: dict[str, float]) -> Bot:
        """The bot with these weights on any board."""
        settings = ", ".join(f"{name}={value!r}" for name, value in weights.items())
        name = str(parse_spec(self.bot.name)._replace(weights=DECLARED, settings=settings))
        return replace(self.bot, name=name, weights=tuple(weights.values()), given=None)


def rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")
