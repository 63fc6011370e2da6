"""A game as a page plays it: its positions one after the other, each as what changed since the one before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ttrsim.documents.document import Table
from ttrsim.games.scenes import Chip, Scene, Shelves
from ttrsim.play.position import Decision, Position
from ttrsim.play.record.fields import LogEntry
from ttrsim.play.record.reader import RecordedGame
from ttrsim.play.replay import play_again
from ttrsim.wording import visible

Values = dict[str, Any]  # by path, see `_values`


class Mark(NamedTuple):
    """A decision with a mark, such as a mistake."""

    place: int  # among the decisions of the game
    seat: int
    label: str
    text: str


@dataclass(frozen=True)
class Insight:
    """What an analysis adds to a game."""

    shares: Sequence[Sequence[float]]  # [decision][seat] chance to win before it, everybody's cards known
    result: Sequence[float]  # [seat] share of the win
    marks: Sequence[Mark]
    notes: Sequence[str]
    tables: Sequence[Table]
    digest: str  # of all that it was made from


@dataclass(frozen=True)
class Film:
    """All that the page of a game shows."""

    game: RecordedGame
    frames: list[dict[str, Any]]  # turn, seat that decides next, headline, what was done, what changed
    last: Scene  # the end, for those without JavaScript
    holdings: list[Shelves]  # [seat] at the end
    curves: dict[str, list[list[float]]]  # [frame][seat]
    log: list[LogEntry]
    scores: Table

    @property
    def n_turns(self) -> int:
        return int(self.game.events[-1][1]["turn"])


def film_of(game: RecordedGame, insight: Insight | None = None) -> Film:
    """Plays a recorded game again; RecordError if it does not come out as recorded."""
    steps, end = play_again(game)
    positions = [*(position for position, _ in steps), end]
    shots = [_Shot(position) for position in positions]
    frames: list[dict[str, Any]] = []
    before: Values = {}
    for place, shot in enumerate(shots):
        done = _done(*steps[place - 1]) if place else None
        values = shot.values()
        frames.append({**shot.facts(), "did": done, "set": _changes(before, values)})
        before = values
    curves: dict[str, list[list[float]]] = {
        "points": [list(shot.scene.points) for shot in shots],
        "score": [list(shot.totals) for shot in shots],
    }
    if insight is not None:
        curves["win"] = [[round(100 * share, 1) for share in shares] for shares in [*insight.shares, insight.result]]
    log, scores = list(game.board.log_of(game)), game.board.score_sheet(game)
    return Film(game, frames, shots[-1].scene, shots[-1].holdings, curves, log, scores)


class _Shot:
    """One position, seen by everybody and by each seat."""

    def __init__(self, position: Position) -> None:
        seats = range(position.players)
        views, score = [position.view(seat) for seat in seats], position.score()
        stage = position.board.stage()
        self.turn, self.asked, self.headline = position.turn, position.asked, position.board.headline(views[0])
        self.totals, self.kinds = score.totals, stage.kinds
        self.scene = stage.scene(views[0]["public"], score.seats)
        self.holdings = [stage.holdings(views[seat], score.seats[seat]) for seat in seats]

    def facts(self) -> dict[str, Any]:
        return {"turn": self.turn, "seat": self.asked, "head": self.headline}

    def values(self) -> Values:
        """By path: `m KEY` marks, `x KEY` texts, `t TITLE` the table, `n`, `k` and `o SEAT …` of a seat."""
        scene = self.scene
        values: Values = {f"m {key}": state for key, state in scene.marks.items()}
        values |= {f"x {key}": text for key, text in scene.texts.items()}
        values |= {f"n {seat}": numbers for seat, numbers in enumerate(scene.numbers)}
        values |= _shelves("t", scene.table, self.kinds)
        for seat, (known, own) in enumerate(zip(scene.known, self.holdings, strict=True)):
            values |= _shelves(f"k {seat}", known, self.kinds) | _shelves(f"o {seat}", own, self.kinds)
        return values


def _shelves(path: str, shelves: Shelves, kinds: Collection[str]) -> Values:
    return {f"{path} {title}": [_chip(chip, kinds) for chip in chips] for title, chips in shelves.items()}


def _chip(chip: Chip, kinds: Collection[str]) -> str | list[str]:
    """The text alone where its last word tells the kind: a game has thousands of chips."""
    last = chip.text.rpartition(" ")[2]
    is_told = chip.kind == (last if last in kinds else "")
    return chip.text if is_told and not chip.keys else [chip.kind, chip.text, *chip.keys]


def _changes(before: Values, after: Values) -> Values:
    gone = dict.fromkeys(path for path in before if path not in after)
    return gone | {path: value for path, value in after.items() if before.get(path) != value}


def _done(position: Position, decision: Decision) -> list[Any]:
    """The seat that decided, what, and in words that give nothing away that only the seat knows."""
    assert position.asked is not None
    seen = {**position.view(position.asked), "own": {}}
    words = position.board.describe_decision(decision.number, seen)
    return [position.asked, decision.text, *([words] if words != decision.text else [])]


def shown(value: Any) -> Any:
    """Plain values with the control characters of all texts written out."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(str(key)): shown(item) for key, item in value.items()}
    return [shown(item) for item in value] if isinstance(value, Iterable) else value
