"""The page of a game: the board move by move, hands, tickets, log and curves, in one HTML file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from ttrsim import __version__
from ttrsim.documents.html import html_table
from ttrsim.documents.pages.base import environment
from ttrsim.documents.pages.film import Film, Insight, film_of, shown
from ttrsim.games.scenes import Scene
from ttrsim.play.record.reader import RecordedGame
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
