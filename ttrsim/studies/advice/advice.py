"""Advice on one decision: every choice worth naming, ranked by how often it wins when the game is played on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from ttrsim.documents.document import Column, Document, Figure, Result, Table, Text
from ttrsim.documents.json import plain
from ttrsim.errors import Interrupted
from ttrsim.play.position import Decision, Position
from ttrsim.stats.intervals import Estimate
from ttrsim.studies.advice.request import CONFIDENCE, SECONDS, TOLERANCE
from ttrsim.wording import chance_text, percentage_points

MAX_WORLDS = 2_000_000
MAX_SHOWN = 10  # choices that a terminal shows
COLUMNS = (
    Column("decision", "choice", "text"),
    Column("win_share", "wins", "share"),
    Column("behind", "behind the best", "pp"),
    Column("points"),
    Column("chance_best", "chance to be the best", "text"),
    Column("worlds", "games", "count"),
)

Ending = Literal["sure", "time", "rollouts", "worlds", "interrupted"]
WHY = {
    "time": "the time is up",
    "rollouts": "all rollouts are used",
    "worlds": f"{MAX_WORLDS:,} worlds were played",
    "interrupted": "interrupted",
}


def is_imagined(what: str, imagined: tuple[str, ...]) -> bool:
    """Whether the hand or the market is among the parts of a position that are not known."""
    return any(text.startswith(f"the {what}") for text in imagined)


@dataclass(frozen=True)
class Limits:
    """When to stop: as soon as the best choice is clear, or when the time or the rollouts are used up."""

    confidence: float = CONFIDENCE
    tolerance: float = TOLERANCE
    precision: float | None = None  # if given, go on until the win share of the best choice is known within this
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
        values: dict[str, Any] = plain(
            {
                "decision": self.decision.text,
                "number": self.decision.number,
                "n": self.worlds,
                "win_share": self.win_share,
                "points": self.points,
                "behind": self.behind,
                "chance_best": self.chance_best,
                "ruled_out": self.is_ruled_out,
            }
        )
        return values


@dataclass(frozen=True, repr=False)
class Advice(Result):
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
        headline = position.board.headline(position.view(self.seat))
        return f"{position.board.title}, {position.players} players, {headline}"

    def as_named(self, played: Decision | None) -> Decision | None:
        """The decision of the recorded game as the choices name it: one draw is for all if the market is not known."""
        takes_card = self.position.board.takes_card
        if played is None or not takes_card(played.number) or not is_imagined("market", self.imagined):
            return played
        draws = (choice.decision for choice in self.choices if takes_card(choice.decision.number))
        return next(draws, played)

    @property
    def look(self) -> list[str]:
        """The position in one look, without what was imagined."""
        unknown = [word for word in ("hand", "market") if is_imagined(word, self.imagined)]
        masks = {"market": "market: ", "hand": f"seat {self.seat} holds "}
        lines = [
            next((f"{masks[word]}what nobody knows" for word in unknown if line.startswith(masks[word])), line)
            for line in self.position.board.tell(self.position.view(self.seat))
        ]
        base = 1 / self.position.players
        return [*lines, f"If all {self.position.players} seats were as good, each would win {base:.0%} of the games."]

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
        return f"{sure} Its win share is only known within {known}, not {wanted} ({WHY[self.ending]})."

    @property
    def notes(self) -> list[str]:
        """Sentences to show with the numbers."""
        imagined = [f"Imagined, because it is not known: {'; '.join(self.imagined)}."] if self.imagined else []
        notice = [f"About this board: {self.position.board.notice}."] if self.position.board.notice else []
        return [self.verdict, self.assumption, *imagined, *notice]

    @property
    def failure(self) -> BaseException | None:
        is_whole = self.ending != "interrupted"
        return None if is_whole else Interrupted("interrupted: the table shows what is known so far")

    def document(self) -> Document:
        """The answer, the choices, and the table as the seat sees it."""
        position = self.position
        note = (
            f"In brackets: {self.limits.confidence:.0%} intervals, which stay valid whenever the search stops. pp: "
            "percentage points. All choices meet the same hidden cards. A choice that is clearly worse is not played "
            "any further, so its intervals stay wide."
        )
        size = f"{self.n_rollouts:,} games in {self.seconds:.1f} s."
        rows = [self._row(choice) for choice in self.choices]
        table = Table("choices", "", COLUMNS, rows, f"{note} {size}", MAX_SHOWN)
        places = [place for place, choice in enumerate(self.choices, 1) if choice.decision == self.played]
        played = [f"{self.played.text} was played, in place {place}." for place in places if self.played]
        look = Text(self.look, "The position", "code")
        if any(is_imagined(word, self.imagined) for word in ("hand", "market")):
            return Document(self.title, [*self.notes, *played], [look, table])  # a picture would show what is not known
        picture = partial(position.board.draw_table, position.view(self.seat), "png", 80)
        return Document(self.title, [*self.notes, *played], [look, table, Figure(picture, self.title)])

    def _row(self, choice: Choice) -> dict[str, Any]:
        decision = choice.decision.text + (" (played)" if choice.decision == self.played else "")
        behind = None if choice is self.best else choice.behind
        chance = chance_text(choice.chance_best)
        return vars(choice) | {"decision": decision, "behind": behind, "chance_best": chance}

    def as_dict(self) -> dict[str, Any]:
        position = self.position
        values: dict[str, Any] = plain(
            {
                "board": position.board.name,
                "notice": position.board.notice,
                "players": position.players,
                "turn": position.turn,
                "seat": self.seat,
                "question": position.question,
                "policies": self.policies,
                "imagined": self.imagined,
                "confidence": self.limits.confidence,
                "tolerance": self.limits.tolerance,
                "precision": self.limits.precision,
                "sure": self.is_sure,
                "ending": self.ending,
                "verdict": self.verdict,
                "assumption": self.assumption,
                "look": self.look,
                "rollouts": self.n_rollouts,
                "seconds": self.seconds,
                "played": self.played.text if self.played else None,
                "choices": [choice.as_dict() for choice in self.choices],
            }
        )
        return values
