"""Advice on one decision: every choice worth naming, ranked by how often it wins when the game is played on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.positions.position import Decision, Position
from ttrsim.stats.intervals import CONFIDENCE, Estimate
from ttrsim.wording import estimate_text, percentage_points, share_text

TOLERANCE = 0.01  # choices this close in win share are as good as equal
SECONDS = 20.0

Ending = Literal["sure", "time", "rollouts", "interrupted"]


@dataclass(frozen=True)
class Limits:
    """When to stop: as soon as the best choice is clear, or when the time or the rollouts are used up."""

    confidence: float = CONFIDENCE
    tolerance: float = TOLERANCE
    precision: float | None = None  # if given, go on until the win share of the best choice is known to ± this
    seconds: float = SECONDS
    rollouts: int | None = None


@dataclass(frozen=True)
class Choice:
    """One of the decisions, and how its games ended."""

    decision: Decision
    worlds: int  # in which it was tried
    win_share: Estimate
    points: Estimate
    behind: Estimate  # how much more the best choice wins, in the same worlds
    chance_best: float
    is_ruled_out: bool  # another choice is better, at the confidence of the limits

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
    imagined: tuple[str, ...] = ()  # parts of the position that are not known, in words
    played: Decision | None = None  # the decision in the recorded game

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
        """Which players the numbers are about."""
        is_one = len(set(self.policies)) == 1
        players = f"{self.policies[0]} in all seats" if is_one else f"by seat {', '.join(self.policies)}"
        return f"This is about games that are played on by {players}. With other players another choice may be best."

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
        """Sentences to show with the numbers."""
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
