"""The page of a game: the board move by move, hands, tickets, log and curves, in one HTML file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup

from ttrsim import __version__
from ttrsim.documents.document import Table
from ttrsim.documents.html import html_table
from ttrsim.documents.pages.base import environment
from ttrsim.games.board import Chip, Scene, Shelves
from ttrsim.play.position import Decision, Position
from ttrsim.play.record.fields import LogEntry
from ttrsim.play.record.reader import RecordedGame
from ttrsim.play.replay import play_again
from ttrsim.wording import visible

LINKS = {"turn": "#turn-"}
CURVES = {  # name: heading, unit, whether it takes what is hidden to draw it
    "score": ("Points, if the game ended here", "points", True),
    "points": ("Points that everybody can count", "points", False),
    "win": ("Chance to win, everybody's cards known", "%", True),
}


def game_page(game: RecordedGame, insight: Insight | None = None) -> str:
    """RecordError if the game does not come out as recorded."""
    film = film_of(game, insight)
    stage, names = game.board.stage(), game.start["bots"]
    made = environment()
    made.filters["visible"] = visible
    template = made.get_template("game.html")
    return template.render(
        title=f"{game.board.title}, {game.n_seats} players",
        names=names,
        notes=_notes(game, insight),
        imagined=game.imagined,
        drawing=Markup(_at_end(stage.drawing(names), film.last)),
        style=Markup(stage.style),
        kinds=stage.kinds,
        columns=stage.columns(),
        film=film,
        insight=insight,
        curves=[_Curve(name, film.curves[name]) for name in CURVES if name in film.curves],
        marks=_marks(film, insight),
        data=shown(_data(film, insight)),
        turns=film.n_turns,
        digest=page_digest(game, insight),
        html_table=lambda table: Markup(html_table(table, links=LINKS)),
    )


def page_digest(game: RecordedGame, insight: Insight | None = None) -> str:
    """Of all that a page is made from: if it is that of a page, the page is up to date."""
    made_from = [__version__, game.start, [event for _, event in game.events], insight.digest if insight else ""]
    return hashlib.sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()[:24]


def _notes(game: RecordedGame, insight: Insight | None) -> list[str]:
    start = game.start
    said = [] if game.imagined else [f"Seed {start['seed']}, game {start['game']} on the board {game.board.name}."]
    said += [game.board.notice] if game.board.notice else []
    said += [f"Seat {seat}: {'; '.join(each.words())}." for seat, each in game.restrictions.items()]
    return said + list(insight.notes if insight else ())


def _at_end(drawing: str, scene: Scene) -> str:
    """The drawing as it is at the end: what a reader without JavaScript sees."""

    def mark(found: re.Match[str]) -> str:
        state = scene.marks.get(found[1])
        return f'{found[0]} data-state="{state}"' if state else found[0]

    def write(found: re.Match[str]) -> str:
        return f"{found[1]}{scene.texts.get(found[2], '')}<"

    marked = re.sub(r'data-key="([^"]+)"', mark, drawing)
    return re.sub(r'(data-text="([^"]+)"[^>]*>)<', write, marked)


def _data(film: Film, insight: Insight | None) -> dict[str, Any]:
    return {
        "names": film.game.start["bots"],
        "kinds": list(film.game.board.stage().kinds),
        "turns": film.n_turns,
        "frames": film.frames,
        "curves": film.curves,
        "marks": [[mark.place + 1, mark.seat, mark.label, mark.text] for mark in (insight.marks if insight else ())],
        "log": [[entry.turn, entry.seat, entry.seen if entry.seen != entry.lines else None] for entry in film.log],
    }


def _marks(film: Film, insight: Insight | None) -> list[dict[str, Any]]:
    """The marked decisions, and where they lie on the curve of chances in percent of its width and height."""
    if insight is None:
        return []
    return [
        {
            "step": mark.place + 1,
            "turn": film.frames[mark.place]["turn"],
            "seat": mark.seat,
            "label": mark.label,
            "text": mark.text,
            "left": 100 * mark.place / (len(film.frames) - 1),
            "top": 100 - 100 * insight.shares[mark.place][mark.seat],
        }
        for mark in insight.marks
    ]


class _Curve:
    """Lines of all seats over the steps of the game, in a square of 100 × 100 that the page stretches."""

    def __init__(self, name: str, values: Sequence[Sequence[float]]) -> None:
        self.name = name
        self.heading, self.unit, self.is_all_knowing = CURVES[name]
        flat = [value for row in values for value in row]
        self.low, self.high = (0.0, 100.0) if name == "win" else (min(0.0, *flat), max(1.0, *flat))
        self.lines = [self._points([row[seat] for row in values]) for seat in range(len(values[0]))]
        self.zero = self._height(0)

    def _points(self, values: Sequence[float]) -> str:
        """The corners of a line: where nothing changes there is none."""
        last = len(values) - 1
        corners = [x for x in range(len(values)) if x in (0, last) or not values[x - 1] == values[x] == values[x + 1]]
        return " ".join(f"{100 * x / max(last, 1):.2f},{self._height(values[x]):.1f}" for x in corners)

    def _height(self, value: float) -> float:
        return 100 - 100 * (value - self.low) / (self.high - self.low)


# ---- A game as a page plays it: its positions one after the other, each as what changed since the one before ----


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
