"""Which of several choices is best? They are tried on the same worlds until it is clear.

Every comparison of two choices is a confidence sequence of their paired difference, so it may be looked at after every
world. The chance that the best choice is ever ruled out is at most 1 − confidence: it would have to lose a comparison
that it does not deserve to lose, and each of its comparisons gets an equal part of that chance.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ttrsim.stats.intervals import Estimate, Floats
from ttrsim.stats.sequential import boundary

MIN_WORLDS = 128  # before a variance can be trusted
TIGHTEST_AT = 4_000  # worlds, where intervals are narrowest
DRAWS = 20_000  # of the chance to be the best


class Race:
    """Values of each choice in each world; choices that are ruled out are not tried again."""

    def __init__(self, n_choices: int, confidence: float) -> None:
        self.n_choices = n_choices
        self.alpha = 1 - confidence
        shape = (n_choices, n_choices)
        # [choice, other] over the worlds in which both were tried
        self.n: NDArray[np.int64] = np.zeros(shape, np.int64)
        self._sum: Floats = np.zeros(shape)  # of the first's values
        self._squares: Floats = np.zeros(shape)
        self._products: Floats = np.zeros(shape)
        self.is_in: NDArray[np.bool_] = np.ones(n_choices, np.bool_)

    def add(self, choices: NDArray[np.intp], values: Floats) -> None:
        """`values[world, place]` of the choices that were tried in new worlds."""
        pairs = np.ix_(choices, choices)
        self.n[pairs] += len(values)
        self._sum[pairs] += values.sum(axis=0)[:, None]
        self._squares[pairs] += np.square(values).sum(axis=0)[:, None]
        self._products[pairs] += values.T @ values

    # ---- estimates -------------------------------------------------------------------------------

    @property
    def worlds(self) -> NDArray[np.int64]:
        """[choice] in how many it was tried."""
        return np.diagonal(self.n)

    @property
    def means(self) -> Floats:
        return np.diagonal(self._sum) / np.maximum(self.worlds, 1)

    def differences(self) -> tuple[Floats, Floats]:
        """[choice, other] how much more the first is worth in the same worlds, and the standard error of that.

        A difference of 1 and one of −1 more than were seen, so that a row of equal outcomes is no certainty.
        """
        n = np.maximum(self.n, 1)
        total = self._sum - self._sum.T
        squares = self._squares + self._squares.T - 2 * self._products
        variance = (squares + 2) / (n + 2) - np.square(total / (n + 2))
        return total / n, np.sqrt(variance / n)

    def share(self, choice: int) -> Estimate:
        """The mean of values from 0 to 1, with an interval that holds at every look."""
        n, mean = int(self.worlds[choice]), float(self.means[choice])
        pulled = (mean * n + 1) / (n + 2)  # one win and one loss more
        half = boundary(n, self.alpha, TIGHTEST_AT) * math.sqrt(pulled * (1 - pulled) / n)
        return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half))

    def lead(self, choice: int, other: int) -> Estimate:
        """The difference of two choices, with an interval that holds at every look."""
        value, error = (matrix[choice, other] for matrix in self.differences())
        half = boundary(int(self.n[choice, other]), self.alpha, TIGHTEST_AT) * error
        return Estimate(float(value), float(value - half), float(value + half))

    @property
    def best(self) -> int:
        """The choice with the best mean among those that are not ruled out."""
        return int(np.argmax(np.where(self.is_in, self.means, -np.inf)))

    # ---- deciding --------------------------------------------------------------------------------

    def _halves(self) -> Floats:
        """[choice, other] how far a difference may be from its truth, all comparisons of the best one at once."""
        one_sided = 2 * self.alpha / max(self.n_choices - 1, 1)
        alpha = min(one_sided, 0.999)
        numbers = {int(n): boundary(int(n), alpha, TIGHTEST_AT) for n in np.unique(self.n) if n >= MIN_WORLDS}
        factors = np.array([[numbers.get(int(n), math.inf) for n in row] for row in self.n])
        halves: Floats = factors * self.differences()[1]
        return halves

    def rule_out(self) -> None:
        """Choices that another one certainly beats."""
        value, half = self.differences()[0], self._halves()
        is_beaten = ((value - half > 0) & self.is_in[:, None]).any(axis=0)
        if not (self.is_in & ~is_beaten).any():
            return
        self.is_in &= ~is_beaten

    def doubt(self) -> float:
        """By how much another choice may still be better than the best one, at most."""
        others = self.is_in.copy()
        others[self.best] = False
        if not others.any():
            return 0.0
        value, half = self.differences()[0], self._halves()
        return float((value + half)[others, self.best].max())

    def chances(self, seed: int = 0) -> Floats:
        """[choice] how likely it is the best, by the normal distribution of what is known of all means."""
        n = np.maximum(self.n, 1)
        covariance = self._products / n - (self._sum / n) * (self._sum.T / n)
        covariance += np.eye(self.n_choices) / np.maximum(self.worlds, 1)[:, None]  # see `differences`
        covariance /= np.maximum(np.maximum(self.worlds[:, None], self.worlds[None, :]), 1)
        values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
        root = vectors * np.sqrt(np.clip(values, 0, None))
        draws = self.means + np.random.default_rng(seed).standard_normal((DRAWS, self.n_choices)) @ root.T
        return np.bincount(draws.argmax(axis=1), minlength=self.n_choices) / DRAWS
