"""Judges one decision of a game: what it lost against the best choice, and what it and the cards did to each seat."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ttrsim.engine.executor import Executor
from ttrsim.positions.position import Decision, Position
from ttrsim.rollouts.play import Rollouts
from ttrsim.stats.intervals import Floats

DEPTH = 2_000  # worlds in which the played choice meets the best other one
FIRST_WORLDS = 32  # in which every choice is tried
STAYING = (8, 3, 1)  # choices that stay in the search after each round, besides the played one


@dataclass(frozen=True)
class Judged:
    """Win shares are of 1; lists are by seat."""

    place: int  # among the decisions of the game
    turn: int
    seat: int
    question: str
    played: str
    best: str  # the best choice that was found: the played one if no other looked better
    n_choices: int
    loss: float  # how much more the best choice wins than the played one, on worlds that did not choose it
    loss_error: float
    n: int  # worlds behind the loss
    value: list[float]  # chance to win, everybody's cards known, before the decision
    value_error: list[float]
    effect: list[float]  # what the decision changed in it, compared with the policy's own
    effect_error: list[float]


def judge(
    place: int, position: Position, played: Decision, policy: str, depth: int, seed: int, executor: Executor
) -> Judged:
    assert position.asked is not None
    best, loss, error, n, n_choices = _loss(position, played, policy, depth, seed, executor)
    value, value_error, effect, effect_error = _values(position, played, policy, max(depth // 2, 2), seed, executor)
    return Judged(
        place,
        position.turn,
        position.asked,
        position.question,
        played.text,
        best.text,
        n_choices,
        loss,
        error,
        n,
        value,
        value_error,
        effect,
        effect_error,
    )


def _loss(
    position: Position, played: Decision, policy: str, depth: int, seed: int, executor: Executor
) -> tuple[Decision, float, float, int, int]:
    """By what the seat could know. The best choice is looked for in some worlds and measured in others.

    If it were measured where it was chosen, the luckiest choice would look better than it is.
    """
    rollouts = Rollouts(position, policy, seed=seed, executor=executor)
    choices = [played, *(choice for choice in rollouts.candidates if choice != played)]
    if len(choices) == 1:
        return played, 0.0, 0.0, 0, 1
    best, used = _search(rollouts, choices)
    if best == played:
        return played, 0.0, 0.0, used, len(choices)
    wins = rollouts.play([best, played], range(used, used + depth)).wins
    mean, error = _paired(wins[:, 0] - wins[:, 1])
    return best, float(mean), float(error), depth, len(choices)


def _search(rollouts: Rollouts, choices: Sequence[Decision]) -> tuple[Decision, int]:
    """Rounds of ever fewer choices in ever more worlds. The first choice always stays: it is the played one."""
    left, used, n = list(range(len(choices))), 0, FIRST_WORLDS
    sums, worlds = np.zeros(len(choices)), np.zeros(len(choices))
    for stay in STAYING:
        outcomes = rollouts.play([choices[place] for place in left], range(used, used + n))
        sums[left] += outcomes.wins.sum(axis=0)
        sums[left] += 1e-6 * outcomes.margins.sum(axis=0)  # where wins are equal, points decide
        worlds[left] += n
        used, n = used + n, 4 * n
        others = sorted(left[1:], key=lambda place: sums[place] / worlds[place], reverse=True)
        left = [0, *others[:stay]]
    best = max(left, key=lambda place: sums[place] / worlds[place])
    return choices[best], used


def _values(
    position: Position, played: Decision, policy: str, n: int, seed: int, executor: Executor
) -> tuple[list[float], list[float], list[float], list[float]]:
    """With everybody's cards known, only what lies face down is unknown: so a card drawn is luck, not knowledge."""
    rollouts = Rollouts(position, policy, seed=seed + 1, executor=executor, knowing="all")
    before = rollouts.play(None, range(n)).shares[:, 0, :]
    after = rollouts.play([played], range(n)).shares[:, 0, :]
    effect, effect_error = _paired(after - before)
    error = np.sqrt(np.maximum(before.var(axis=0), 1 / n) / n)
    return before.mean(axis=0).tolist(), error.tolist(), effect.tolist(), effect_error.tolist()


def _paired(differences: Floats) -> tuple[Floats, Floats]:
    """Mean and standard error. Equal differences count as certain only if they are all zero."""
    n = len(differences)
    mean = differences.mean(axis=0)
    is_any = np.any(differences != 0, axis=0)
    variance = (np.square(differences).sum(axis=0) + 2 * is_any) / (n + 2) - np.square(mean)
    return mean, np.sqrt(np.maximum(variance, 0) / n) if n > 1 else mean + math.inf
