"""Advice on one decision: every choice worth naming, ranked by how often it wins when the game is played on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.play.position import Decision, Position
from ttrsim.stats.intervals import CONFIDENCE, Estimate
from ttrsim.wording import chance_text, estimate_text, percentage_points, share_text

TOLERANCE = 0.01  # choices this close in win share are as good as equal
SECONDS = 20.0
MAX_WORLDS = 2_000_000

Ending = Literal["sure", "time", "rollouts", "worlds", "interrupted"]
WHY = {
    "time": "the time is up",
    "rollouts": "all rollouts are used",
    "worlds": f"{MAX_WORLDS:,} worlds were played",
    "interrupted": "interrupted",
}


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
    is_sure: bool  # no other choice can be better than the best by more than the tolerance
    ending: Ending  # why it stopped; "sure": everything that was asked for is known
    n_rollouts: int
    seconds: float
    imagined: tuple[str, ...] = ()  # parts of the position that are not known, in words
    played: Decision | None = None  # the decision in the recorded game

    @property
    def best(self) -> Choice:
        return self.choices[0]

    @property
    def title(self) -> str:
        position = self.position
        headline = position.game.positions.headline(position.view(self.seat))
        return f"{position.board.title}, {position.players} players, {headline}"

    @property
    def assumption(self) -> str:
        """Whose play the numbers are about."""
        names = set(self.policies)
        who = f"{self.policies[0]} plays on in all seats"
        if len(names) > 1:
            who = f"these bots play on, by seat: {', '.join(self.policies)}"
        return f"These numbers assume that {who}. With other players, another choice may be best."

    @property
    def verdict(self) -> str:
        limits, best = self.limits, self.best.decision.text
        if len(self.choices) == 1:
            return f"There is only one choice: {best}."
        if not self.is_sure:
            return f"Not sure ({WHY[self.ending]}): {best} has won most often so far. More games may change this."
        close = percentage_points(limits.tolerance)
        sure = f"{limits.confidence:.0%} sure: {best} is the best choice, or within {close} of it."
        if self.ending == "sure" or limits.precision is None:
            return sure
        share = self.best.win_share
        known, wanted = (percentage_points(round(half, 4)) for half in ((share.high - share.low) / 2, limits.precision))
        return f"{sure} Its win share is only known to ± {known}, not to ± {wanted} ({WHY[self.ending]})."

    @property
    def notes(self) -> list[str]:
        """Sentences to show with the numbers."""
        imagined = [f"Imagined, because it is not known: {'; '.join(self.imagined)}."] if self.imagined else []
        notice = [f"About this board: {self.position.board.notice}."] if self.position.board.notice else []
        return [self.verdict, self.assumption, *imagined, *notice]

    def sheets(self) -> Iterator[Sheet]:
        """The choices, as a table."""
        headings = ("choice", "wins, %", "behind the best, pp", "points", "chance to be the best", "games")
        rows = [
            (
                choice.decision.text + (" (played)" if choice.decision == self.played else ""),
                share_text(choice.win_share),
                "–" if choice is self.best else share_text(choice.behind),
                estimate_text(choice.points, 1),
                chance_text(choice.chance_best),
                f"{choice.worlds:,}",
            )
            for choice in self.choices
        ]
        note = (
            f"In brackets: {self.limits.confidence:.0%} intervals, which stay valid whenever the search stops. pp: "
            "percentage points. All choices meet the same hidden cards. A choice that is clearly worse is not played "
            "any further, so its intervals stay wide."
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
            "precision": self.limits.precision,
            "sure": self.is_sure,
            "ending": self.ending,
            "verdict": self.verdict,
            "assumption": self.assumption,
            "rollouts": self.n_rollouts,
            "seconds": self.seconds,
            "played": self.played.text if self.played else None,
            "choices": [choice.as_dict() for choice in self.choices],
        }
