"""`python -m bench.advice [DECISIONS]`: is advice calibrated?

Decisions of planner games are advised at 95 % confidence, then rolled out long on other worlds. The named best should
be the best of the long rollout, or within a percentage point of it, in at least 93 % of those that are sure.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np

from ttrsim import Position
from ttrsim.decisions.advice import Limits, advise
from ttrsim.engine.executor import Threads
from ttrsim.rollouts.play import Rollouts
from ttrsim.stats.intervals import wilson

BOARD, PLAYERS = "new-york", 2
DECISIONS = 300
EVERY = 7  # one of so many decisions of a game
LIMITS = Limits(seconds=600, rollouts=60_000)
REFERENCE = 8_000  # worlds
MIN_RIVALS = 3  # of each decision in the reference, ruled out or not
CLOSE = 0.01
FIRST_WORLD = 10_000_000  # of the reference: advice never comes so far


def positions() -> Iterator[Position]:
    """Decisions with a choice, from game after game."""
    asked = 0
    for deal in range(1_000_000):
        position = Position.start(BOARD, PLAYERS, seed=77, deal=deal)
        while not position.is_over:
            asked += 1
            if asked % EVERY == 0 and len(position.candidates()) > 1:
                yield position.copy()
            position.apply(position.ask("planner@default"))


def is_right(position: Position, executor: Threads) -> bool | None:
    """None if the advice is not sure."""
    advice = advise(position, limits=LIMITS, executor=executor)
    if not advice.is_sure:
        return None
    others = advice.choices[1:]
    rivals = [choice.decision for place, choice in enumerate(others) if place < MIN_RIVALS or not choice.is_ruled_out]
    tried = [advice.best.decision, *rivals]
    rollouts = Rollouts(position, seed=99, executor=executor)
    shares = rollouts.play(tried, range(FIRST_WORLD, FIRST_WORLD + REFERENCE)).wins.mean(axis=0)
    return bool(shares[0] >= shares.max() - CLOSE)


def main(n_decisions: int = DECISIONS) -> None:
    executor, right, unsure = Threads(), [], 0
    for position in positions():
        found = is_right(position, executor)
        if found is None:
            unsure += 1
            continue
        right.append(found)
        share = wilson(float(np.mean(right)), len(right))
        print(
            f"{len(right)} sure decisions, right in {share.value:.1%} ({share.low:.1%} … {share.high:.1%}); "
            f"{unsure} more not sure after {LIMITS.rollouts:,} rollouts",
            flush=True,
        )
        if len(right) == n_decisions:
            break


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
