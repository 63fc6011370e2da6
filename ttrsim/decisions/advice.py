"""Advice on one decision: every choice worth naming, ranked by how often it wins when the game is played on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ttrsim.engine.bots import Bot
from ttrsim.engine.executor import Executor
from ttrsim.errors import UserError
from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.positions.position import Decision, Position
from ttrsim.rollouts.play import DEFAULT_POLICY, Rollouts, StateOfWorld
from ttrsim.stats.intervals import CONFIDENCE, Estimate
from ttrsim.stats.racing import MIN_WORLDS, TIGHTEST_AT, Race
from ttrsim.stats.sequential import boundary
from ttrsim.wording import estimate_text, percentage_points, share_text

TOLERANCE = 0.01  # choices this close in win share are as good as equal
SECONDS = 20.0
MAX_WORLDS = 2_000_000
MAX_ROUND = 6_000  # rollouts from look to look: less than a second

Ending = Literal["sure", "time", "rollouts", "interrupted"]


@dataclass(frozen=True)
class Limits:
    """When to stop: as soon as the advice is sure, and at the latest when one of the budgets is used up."""

    confidence: float = CONFIDENCE
    tolerance: float = TOLERANCE
    precision: float | None = None  # the win share of the best choice is wanted to ± this, too
    seconds: float = SECONDS
    rollouts: int | None = None


@dataclass(frozen=True)
class Choice:
    """One of the decisions, and what came of it."""

    decision: Decision
    worlds: int  # in which it was tried
    win_share: Estimate
    points: Estimate
    behind: Estimate  # how much more the best choice wins, in the same worlds
    chance_best: float
    is_ruled_out: bool  # another choice is better, with the confidence that was asked for

    def as_dict(self) -> dict[str, Any]:
        return {
            "decision": self.decision.text,
            "number": self.decision.number,
            "n": self.worlds,
            "win_share": self.win_share._asdict(),
            "points": self.points._asdict(),
            "behind": self.behind._asdict(),
            "chance_best": self.chance_best,
            "ruled_out": self.is_ruled_out,
        }


@dataclass(frozen=True)
class Advice(Notebook):
    """All choices, the best one first."""

    position: Position
    seat: int
    policies: tuple[str, ...]  # by seat: who plays on
    choices: tuple[Choice, ...]
    limits: Limits
    ending: Ending
    n_rollouts: int
    seconds: float
    imagined: tuple[str, ...] = ()  # of the position itself, in words
    played: Decision | None = None  # what was decided in the recorded game

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def is_sure(self) -> bool:
        return self.ending == "sure"

    @property
    def title(self) -> str:
        position = self.position
        headline = position.game.positions.headline(position.view(self.seat))
        return f"{position.board.title}, {position.players} players, {headline}"

    @property
    def assumption(self) -> str:
        """Whose play the numbers are about."""
        names = set(self.policies)
        who = f"{self.policies[0]} in all seats" if len(names) == 1 else f"by seat {', '.join(self.policies)}"
        return f"This is about games that are played on by {who}. With other players another choice may be best."

    @property
    def verdict(self) -> str:
        limits, best = self.limits, self.best.decision.text
        share, close = f"{limits.confidence:.0%}", percentage_points(limits.tolerance)
        if len(self.choices) == 1:
            return f"There is only one choice: {best}."
        if self.is_sure:
            return f"{share} sure: {best} is the best choice, or within {close} of it."
        why = {"time": "the time is up", "rollouts": "the rollouts are used up"}.get(self.ending, "interrupted")
        return f"Not sure ({why}): {best} has won most often so far. More time or rollouts will tell."

    @property
    def notes(self) -> list[str]:
        """What must be said with the numbers."""
        imagined = [f"Imagined or unknown: {'; '.join(self.imagined)}."] if self.imagined else []
        notice = [self.position.board.notice] if self.position.board.notice else []
        return [self.verdict, self.assumption, *imagined, *notice]

    def sheets(self) -> Iterator[Sheet]:
        """The choices, as a table."""
        headings = ("choice", "wins, %", "points", "behind the best, pp", "best, %", "rollouts")
        rows = [
            (
                choice.decision.text + (" (played)" if choice.decision == self.played else ""),
                share_text(choice.win_share),
                estimate_text(choice.points, 1),
                "–" if choice is self.best else share_text(choice.behind),
                f"{100 * choice.chance_best:.0f}",
                f"{choice.worlds:,}",
            )
            for choice in self.choices
        ]
        note = (
            f"Intervals hold at {self.limits.confidence:.0%} at every look. pp: percentage points. Choices are tried "
            "on the same worlds; those that are ruled out are played no more, so their intervals stay wide."
        )
        yield Sheet(self.title, headings, rows, headings[1:], note)

    def as_dict(self) -> dict[str, Any]:
        position = self.position
        return {
            "board": position.board.name,
            "notice": position.board.notice,
            "players": position.players,
            "turn": position.turn,
            "seat": self.seat,
            "question": position.question,
            "policies": list(self.policies),
            "imagined": list(self.imagined),
            "confidence": self.limits.confidence,
            "tolerance": self.limits.tolerance,
            "ending": self.ending,
            "rollouts": self.n_rollouts,
            "seconds": self.seconds,
            "played": self.played.text if self.played else None,
            "choices": [choice.as_dict() for choice in self.choices],
        }


Report = Callable[["Trial"], None]


def advise(
    position: Position,
    policy: str | Bot | Sequence[str | Bot] = DEFAULT_POLICY,
    limits: Limits = Limits(),  # noqa: B008 (it is frozen)
    *,
    seed: int = 1,
    state_of: StateOfWorld | None = None,
    executor: Executor | None = None,
    report: Report = lambda trial: None,
    imagined: tuple[str, ...] = (),
) -> Advice:
    """Plays every choice of a position out, the same worlds for all, until it is clear which is best.

    `state_of` gives the position in each world, where not all of it is known, and `imagined` says in words what is not.
    `report` is called after each round.
    An interrupt ends it with what is known so far; before the first round is over it is passed on.
    """
    if not 0.5 < limits.confidence < 1:
        raise UserError(f"the confidence should be between 0.5 and 1, not {limits.confidence:g}")
    trial = Trial(position, Rollouts(position, policy, seed=seed, executor=executor, state_of=state_of), limits)
    ending: Ending | None = None
    while ending is None:
        try:
            trial.play_round()
        except KeyboardInterrupt:
            if trial.n_worlds < MIN_WORLDS:
                raise
            ending = "interrupted"
            break
        ending = trial.ending()
        with suppress(KeyboardInterrupt):
            report(trial)
    return replace(trial.advice(ending), imagined=imagined)


class Trial:
    """The choices of a position, tried round by round."""

    def __init__(self, position: Position, rollouts: Rollouts, limits: Limits) -> None:
        self.position, self.rollouts, self.limits = position, rollouts, limits
        self.decisions = rollouts.candidates
        self.race = Race(len(self.decisions), limits.confidence)
        self.n_worlds = self.n_rollouts = 0
        self._points = np.zeros((2, len(self.decisions)))  # sums of points and of their squares
        self._start = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

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
        """Worlds of the next round: more each time, but never so many that a user waits long.

        It does not depend on the clock, so the same rollouts give the same advice.
        """
        size = max(MIN_WORLDS // 2, min(self.n_worlds // 4, MAX_ROUND // n_choices)) if self.n_worlds else MIN_WORLDS
        if self.limits.rollouts is not None:
            left = (self.limits.rollouts - self.n_rollouts) // n_choices
            size = max(1, min(size, left)) if self.n_worlds else size
        return size

    def ending(self) -> Ending | None:
        limits, n_active = self.limits, int(self.race.is_in.sum())
        if self._is_sure():
            return "sure"
        is_out_of_rollouts = limits.rollouts is not None and self.n_rollouts + n_active > limits.rollouts
        if is_out_of_rollouts or self.n_worlds >= MAX_WORLDS:
            return "rollouts"
        return "time" if self.seconds >= limits.seconds else None

    def _is_sure(self) -> bool:
        if self.race.doubt() > self.limits.tolerance:
            return False
        share = self.race.share(self.race.best)
        return self.limits.precision is None or (share.high - share.low) / 2 <= self.limits.precision

    # ---- the result ------------------------------------------------------------------------------

    def advice(self, ending: Ending) -> Advice:
        race, best, chances = self.race, self.race.best, self.race.chances()
        order = sorted(range(len(self.decisions)), key=lambda k: (race.is_in[k], race.means[k]), reverse=True)
        choices = tuple(
            Choice(
                self.decisions[k],
                int(race.worlds[k]),
                race.share(k),
                self._estimated_points(k),
                race.lead(best, k) if k != best else Estimate(0.0, 0.0, 0.0),
                float(chances[k]),
                not race.is_in[k],
            )
            for k in order
        )
        assert self.position.asked is not None
        policies = tuple(bot.name for bot in self.rollouts.policies)
        return Advice(
            self.position, self.position.asked, policies, choices, self.limits, ending, self.n_rollouts, self.seconds
        )

    def _estimated_points(self, choice: int) -> Estimate:
        n = int(self.race.worlds[choice])
        mean, square = (float(total) / n for total in self._points[:, choice])
        half = boundary(n, 1 - self.limits.confidence, TIGHTEST_AT) * math.sqrt(
            max(square - mean**2, 0.0) / max(n - 1, 1)
        )
        return Estimate(mean, mean - half, mean + half)
