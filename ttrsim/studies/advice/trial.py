"""Tries the choices of a position in the same worlds, round by round, until one is clearly best."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from ttrsim.errors import UserError
from ttrsim.play.bots.finding import Bot
from ttrsim.play.position import Decision, Position
from ttrsim.play.rollouts import Rollouts, StateOfWorld
from ttrsim.progress import Progress
from ttrsim.stats.intervals import Estimate
from ttrsim.stats.racing import MIN_WORLDS, TIGHTEST_AT, Race
from ttrsim.stats.sequential import boundary
from ttrsim.studies.advice.advice import MAX_WORLDS, Advice, Choice, Ending, Limits, is_imagined
from ttrsim.workers.executor import Executor

FIRST_WORLDS = 2  # of the first round: the time limit also holds for a slow policy
MAX_ROUND = 6_000  # rollouts of a round, which take less than a second


def advise(
    position: Position,
    policy: str | Bot | Sequence[str | Bot] | None = None,
    limits: Limits = Limits(),  # noqa: B008 (it is frozen)
    *,
    seed: int = 1,
    state_of: StateOfWorld | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    imagined: tuple[str, ...] = (),
) -> Advice:
    """Plays out every choice of a position, all in the same worlds, until it is clear which is best.

    If parts of the position are not known, `state_of` gives the position in each world, and `imagined` names these
    parts. Compiling does not count towards the time limit. An interrupt ends the
    trial with the results so far; before the end of the first round, it is passed on.
    """
    if not 0.5 < limits.confidence < 1:
        raise UserError(f"the confidence should be between 0.5 and 1, not {limits.confidence:g}")
    rollouts = Rollouts(position, policy, seed=seed, executor=executor, state_of=state_of)
    if is_imagined("market", imagined) and state_of is None:
        rollouts.candidates = without_imagined_cards(position, rollouts)
    n_least = FIRST_WORLDS * len(rollouts.candidates)
    if limits.rollouts is not None and limits.rollouts < n_least:
        raise UserError(
            f"rollouts should be {n_least} or more here, {FIRST_WORLDS} for each of the {len(rollouts.candidates)} "
            f"choices, not {limits.rollouts}"
        )
    rollouts.play(rollouts.candidates[:1], range(1))  # compiles
    trial = Trial(position, rollouts, limits)
    ending: Ending | None = None
    while ending is None:
        try:
            trial.play_round()
        except KeyboardInterrupt:
            if trial.n_worlds == 0:
                raise
            ending = "interrupted"
            break
        ending = trial.ending()
        with suppress(KeyboardInterrupt):
            if progress is not None:
                progress.begin(trial.status)
    return replace(trial.advice(ending), imagined=imagined)


DRAW_ANY = "draw a card; nobody knows which lay face up"


def without_imagined_cards(position: Position, rollouts: Rollouts) -> list[Decision]:
    """The choices, with a single draw of a card where nobody knows the market: that which the policy prefers."""
    assert position.asked is not None
    preferred, takes_card = position.ask(rollouts.policies[position.asked]), position.board.takes_card
    draws = [choice for choice in rollouts.candidates if takes_card(choice.number)]
    if not draws:
        return rollouts.candidates
    draw = next((choice for choice in draws if choice.number == preferred.number), draws[-1])
    others = [choice for choice in rollouts.candidates if choice not in draws]
    return [Decision(draw.number, DRAW_ANY), *others]


class Trial:
    """The choices of a position, tried round by round."""

    def __init__(self, position: Position, rollouts: Rollouts, limits: Limits) -> None:
        self.position, self.rollouts, self.limits = position, rollouts, limits
        self.decisions = rollouts.candidates
        self.race = Race(len(self.decisions), limits.confidence)
        self.n_worlds = self.n_rollouts = 0
        self._points = np.zeros((2, len(self.decisions)))  # [sum, sum of squares][choice]
        self._start = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    @property
    def status(self) -> str:
        best = self.race.best
        return (
            f"{self.n_rollouts:,} games in {self.seconds:.0f} s; {int(self.race.is_in.sum())} of {len(self.decisions)} "
            f"choices left; best so far: {self.decisions[best].text} ({self.race.means[best]:.1%})"
        )

    def play_round(self) -> None:
        active = np.flatnonzero(self.race.is_in)
        worlds = range(self.n_worlds, self.n_worlds + self._size(len(active)))
        outcomes = self.rollouts.play([self.decisions[place] for place in active], worlds)
        self.race.add(active, outcomes.wins)
        self._points[0, active] += outcomes.own_points.sum(axis=0)
        self._points[1, active] += np.square(outcomes.own_points).sum(axis=0)
        self.n_worlds = worlds.stop
        self.n_rollouts += len(worlds) * len(active)
        if len(self.decisions) > 1:
            self.race.rule_out()

    def _size(self, n_choices: int) -> int:
        """Worlds of the next round: more each time, up to a limit that keeps rounds short.

        The size does not depend on the clock, so the same number of rollouts gives the same advice.
        """
        if self.n_worlds < MIN_WORLDS:
            size = min(max(self.n_worlds, FIRST_WORLDS), MIN_WORLDS - self.n_worlds)
        else:
            size = max(MIN_WORLDS // 2, min(self.n_worlds // 4, MAX_ROUND // n_choices))
        if self.limits.rollouts is not None:
            size = max(1, min(size, (self.limits.rollouts - self.n_rollouts) // n_choices))
        return size

    def ending(self) -> Ending | None:
        limits, n_active = self.limits, int(self.race.is_in.sum())
        if self.is_sure and self._is_precise():
            return "sure"
        if limits.rollouts is not None and self.n_rollouts + n_active > limits.rollouts:
            return "rollouts"
        if self.n_worlds >= MAX_WORLDS:
            return "worlds"
        return "time" if self.seconds >= limits.seconds else None

    @property
    def is_sure(self) -> bool:
        return self.n_worlds >= MIN_WORLDS and self.race.doubt() <= self.limits.tolerance

    def _is_precise(self) -> bool:
        share = self.race.share(self.race.best)
        return self.limits.precision is None or (share.high - share.low) / 2 <= self.limits.precision

    # ---- the result ------------------------------------------------------------------------------

    def advice(self, ending: Ending) -> Advice:
        race = self.race
        order = sorted(range(len(self.decisions)), key=lambda k: (race.is_in[k], race.means[k]), reverse=True)
        chances = race.chances()
        assert self.position.asked is not None
        return Advice(
            position=self.position,
            seat=self.position.asked,
            policies=tuple(bot.name for bot in self.rollouts.policies),
            choices=tuple(self._choice(k, float(chances[k])) for k in order),
            limits=self.limits,
            is_sure=self.is_sure,
            ending=ending,
            n_rollouts=self.n_rollouts,
            seconds=self.seconds,
        )

    def _choice(self, k: int, chance_best: float) -> Choice:
        race = self.race
        return Choice(
            decision=self.decisions[k],
            worlds=int(race.worlds[k]),
            win_share=race.share(k),
            points=self._estimated_points(k),
            behind=race.lead(race.best, k) if k != race.best else Estimate(0.0, 0.0, 0.0),
            chance_best=chance_best,
            is_ruled_out=not race.is_in[k],
        )

    def _estimated_points(self, choice: int) -> Estimate:
        n = int(self.race.worlds[choice])
        mean, square = (float(total) / n for total in self._points[:, choice])
        error = math.sqrt(max(square - mean**2, 1.0) / max(n - 1, 1))  # a row of equal points is no certainty
        half = boundary(n, 1 - self.limits.confidence, TIGHTEST_AT) * error
        return Estimate(mean, mean - half, mean + half)
