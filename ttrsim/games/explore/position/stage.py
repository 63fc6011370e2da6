"""Positions of Explore New York on a page: the map of each seat, the open cards, and the boxes of the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from ttrsim.games.board import Chip, Scene, Shelves, Stage
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.board.svg import SIGNS, STYLE, maps_html
from ttrsim.games.explore.position.model import ExplorePublic, Map
from ttrsim.games.explore.record.writer import BOXES


class ExploreStage(Stage):
    kinds: ClassVar[Mapping[str, str]] = {}
    style = STYLE

    def __init__(self, board: Board) -> None:
        self.board = board

    def columns(self) -> list[str]:
        return list(BOXES)

    def drawing(self, names: Sequence[str]) -> str:
        return maps_html(self.board, names)

    def scene(self, public: Mapping[str, Any], scores: Sequence[Mapping[str, Any]]) -> Scene:
        """Everything lies open (§6.16), so everybody can count every score."""
        seen = cast(ExplorePublic, public)
        marks: dict[str, str] = {}
        texts: dict[str, str] = {}
        for seat, (map_, score) in enumerate(zip(seen["maps"], scores, strict=True)):
            marks |= _marks(seat, map_, set(score["route"]))
            texts |= _tourists(seat, map_)
        return Scene(
            marks,
            texts,
            _table(self.board, seen),
            [[score[box] for box in BOXES] for score in scores],
            [{} for _ in scores],
            [score["total"] for score in scores],
        )

    def holdings(self, view: Mapping[str, Any], score: Mapping[str, Any]) -> Shelves:
        """Nothing: the maps lie open (§6.16)."""
        return {}


def _marks(seat: int, map_: Map, route: set[str]) -> dict[str, str]:
    roads = {f"m{seat}-{name}": f"{seat} route" if name in route else str(seat) for name in map_["segments"]}
    return roads | {f"m{seat}-k{x}{y}": str(seat) for x, y in map_["cafes"]}


def _tourists(seat: int, map_: Map) -> dict[str, str]:
    texts: dict[str, str] = {}
    for turn in map_["turns"]:
        x, y = turn["block"]
        counts = {kind: turn["tourists"].count(kind) for kind in KINDS}
        texts |= {f"m{seat}-b{x}{y}-{kind}": SIGNS[kind] * n for kind, n in counts.items() if n}
    return texts


def _table(board: Board, public: ExplorePublic) -> Shelves:
    faces = {card.id: card.face for card in board.cards}
    return {
        "open cards": [Chip("", f"card {card}: {_signs(faces[card])}") for card in public["open"]],
        "round": [Chip("", f"{public['round']} of {public['rounds']}")],
        "pile": [Chip("", f"cards {public['pile']}")],
    }


def _signs(face: str) -> str:
    """A face with the signs of its tourists."""
    number, _, tourists = face.partition(" ")
    return f"{number} {''.join(SIGNS[kind] for kind in tourists)}"
