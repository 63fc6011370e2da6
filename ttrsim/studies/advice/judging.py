"""Judges one decision of a game: what it lost against the best choice, and what it and the cards did to each seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ttrsim.play.position import Decision, Position
from ttrsim.play.rollouts import Rollouts
from ttrsim.stats.intervals import Floats, z_critical
from ttrsim.workers.executor import Executor

FIRST_WORLDS = 32  # in which every choice is tried
DECIDED = 0.02  # a game is decided for a seat whose win share is this near to 0 or 1, whatever it does
STAYING = (8, 3, 1)  # choices that stay in the search after each round, besides the played one


@dataclass(frozen=True)
class Judged:
    """A decision with what it lost and changed. Win shares are from 0 to 1; lists are by seat."""

    place: int  # among the decisions of the game
    turn: int
    seat: int
    question: str
    played: str
    best: str  # the best choice found: the played one if no other looked better
    n_choices: int
    loss: float  # how much more often the best choice wins than the played one, in worlds that did not choose it
    loss_error: float  # 0 if the played choice is the best that was found
    loss_high: float  # upper end of the interval; above 0 even then, because the search may have missed a better choice
    n: int  # worlds behind the loss
    stated: list[float]  # how often the best and the played choice win, by what the seat could know
    value: list[float]  # chance to win before the decision, if everybody's cards are known
    value_error: list[float]
    effect: list[float]  # what the decision changed in it, compared with the decision of the policy
    effect_error: list[float]

    @property
    def is_decided(self) -> bool:
        """Whether no choice changed what came: by what the seat could know, or by what a spectator knew."""
        before = self.value[self.seat]
        known = [before, before + self.effect[self.seat]]
        return any(max(shares) < DECIDED or min(shares) > 1 - DECIDED for shares in (self.stated, known))


def judge(
    place: int, position: Position, played: Decision, policy: str, depth: int, seed: int, executor: Executor
) -> Judged:
    assert position.asked is not None
    by_seat = Rollouts(position, policy, seed=seed, executor=executor, with_notes=True)
    loss = _loss(by_seat, played, depth)
    knowing_all = Rollouts(position, policy, seed=seed + 1, executor=executor, knowing="all", with_notes=True)
    value, effect = _value_and_effect(knowing_all, played, value_worlds(depth))
    return Judged(
        place=place,
        turn=position.turn,
        seat=position.asked,
        question=position.question,
        played=played.text,
        best=loss.best.text,
        n_choices=loss.n_choices,
        loss=loss.mean,
        loss_error=loss.error,
        loss_high=loss.high,
        n=loss.n,
        stated=list(loss.stated),
        value=value.mean,
        value_error=value.error,
        effect=effect.mean,
        effect_error=effect.error,
    )


def value_worlds(depth: int) -> int:
    """The number of worlds that measure the chances to win before a decision."""
    return max(depth // 2, 2)


class _Loss(NamedTuple):
    best: Decision
    n_choices: int
    mean: float = 0.0
    error: float = 0.0
    high: float = 0.0
    n: int = 0
    stated: Sequence[float] = (0.5, 0.5)


class _Search(NamedTuple):
    best: Decision
    used: int  # worlds
    high: float  # of the last round: how much more often another choice wins than the played one, at most
    n: int  # worlds of the last round
    share: float  # of the win, with the best choice


class _BySeat(NamedTuple):
    """Means and their standard errors."""

    mean: list[float]
    error: list[float]


def _loss(rollouts: Rollouts, played: Decision, depth: int) -> _Loss:
    """The loss by what the seat could know. The best choice is found in some worlds and measured in others.

    If it were measured where it was found, the luckiest choice would look better than it is.
    """
    choices = [played, *(choice for choice in rollouts.candidates if choice != played)]
    if len(choices) == 1:
        return _Loss(played, n_choices=1)
    found = _search(rollouts, choices)
    if found.best == played:
        return _Loss(played, len(choices), high=found.high, n=found.n, stated=(found.share, found.share))
    wins = rollouts.play([found.best, played], range(found.used, found.used + depth)).wins
    mean, error = map(float, _paired(wins[:, 0] - wins[:, 1]))
    best, other = wins.mean(axis=0).tolist()
    return _Loss(found.best, len(choices), mean, error, mean + z_critical() * error, depth, (best, other))


def _search(rollouts: Rollouts, choices: Sequence[Decision]) -> _Search:
    """Plays rounds of fewer and fewer choices in more and more worlds. The first choice, the played one, stays in."""
    left, used, n = list(range(len(choices))), 0, FIRST_WORLDS
    sums, worlds = np.zeros(len(choices)), np.zeros(len(choices))
    for stay in STAYING:
        left_in = left
        outcomes = rollouts.play([choices[place] for place in left], range(used, used + n))
        sums[left] += outcomes.wins.sum(axis=0)
        sums[left] += 1e-6 * outcomes.margins.sum(axis=0)  # if wins are equal, points decide
        worlds[left] += n
        used, n = used + n, 4 * n
        others = sorted(left[1:], key=lambda place: sums[place] / worlds[place], reverse=True)
        left = [0, *others[:stay]]
    best = max(left, key=lambda place: sums[place] / worlds[place])
    mean, error = _paired(outcomes.wins[:, 1:] - outcomes.wins[:, :1])
    high = max(0.0, float((mean + z_critical() * error).max()))
    share = float(outcomes.wins[:, left_in.index(best)].mean())
    return _Search(choices[best], used, high, len(outcomes.wins), share)


def _value_and_effect(rollouts: Rollouts, played: Decision, n: int) -> tuple[_BySeat, _BySeat]:
    """The chance of each seat to win before the decision, and what the decision changed in it.

    Everybody's cards are known, and only what lies face down is not. So a card that is drawn is luck, not knowledge.
    """
    before = rollouts.play(None, range(n)).shares[:, 0, :]
    after = rollouts.play([played], range(n)).shares[:, 0, :]
    error = np.sqrt(np.maximum(before.var(axis=0), 1 / n) / n)
    effect, effect_error = _paired(after - before)
    value = _BySeat(before.mean(axis=0).tolist(), error.tolist())
    return value, _BySeat(effect.tolist(), effect_error.tolist())


def _paired(differences: Floats) -> tuple[Floats, Floats]:
    """Mean and standard error. Equal differences count as certain only if they are all zero."""
    n = len(differences)
    mean = differences.mean(axis=0)
    is_any = np.any(differences != 0, axis=0)
    variance = (np.square(differences).sum(axis=0) + 2 * is_any) / (n + 2) - np.square(mean)
    return mean, np.sqrt(np.maximum(variance, 0) / n) if n > 1 else mean + math.inf
