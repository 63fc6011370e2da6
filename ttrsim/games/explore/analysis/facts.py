"""What is known of a board before a game is played, as small frames that join with the tables of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from ttrsim.games.explore.board.geometry import SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.tables import COLOURS
from ttrsim.measures.facts import Facts

BOXES = (*COLOURS, "cafes", "yellow", "grey")  # of the score strip (§5)


@dataclass(frozen=True)
class ExploreFacts(Facts):
    """What is known of blocks, cafés, roads and cards."""

    board: Board

    sources = tuple(f"{box}_points" for box in BOXES)
    habits = (
        "connections",
        "route_length",
        "cafes_used",
        "cafes_on_route",
        "fallbacks",
        "joined",
        "single",
        "extras",
        "cafe_tourists",
        *(f"{colour}_tourists" for colour in COLOURS),
        *(f"{colour}_placed" for colour in COLOURS),
    )

    @cached_property
    def blocks(self) -> pl.DataFrame:
        """In the order of their bits in `route_blocks`."""
        blocks = self.board.blocks
        names = [f"{block.x}{block.y}" for block in blocks]
        return pl.DataFrame(
            {"block": names, "x": [block.x for block in blocks], "y": [block.y for block in blocks]}
            | {"type": [block.type for block in blocks], "sight": [block.name for block in blocks]},
            schema_overrides={"block": pl.Enum(names)},
        )

    @cached_property
    def cafes(self) -> pl.DataFrame:
        cafes = self.board.cafes
        names = [f"{cafe.x}{cafe.y}" for cafe in cafes]
        return pl.DataFrame(
            {"cafe": names, "x": [cafe.x for cafe in cafes], "y": [cafe.y for cafe in cafes]}
            | {"tourists": [cafe.tourists for cafe in cafes]},
            schema={"cafe": pl.Enum(names), "x": pl.Int64, "y": pl.Int64, "tourists": pl.String},
        )

    @cached_property
    def roads(self) -> pl.DataFrame:
        """In the order of their bits in `route_low` and `route_high`."""
        return pl.DataFrame({"road": SEGMENT_NAMES}, schema={"road": pl.Enum(SEGMENT_NAMES)})

    @cached_property
    def cards(self) -> pl.DataFrame:
        """With the number of tourists of each colour."""
        cards = self.board.cards
        names = [card.id for card in cards]
        tourists = {
            colour: [card.tourists.count(kind) for card in cards] for colour, kind in zip(COLOURS, KINDS, strict=True)
        }
        return pl.DataFrame(
            {"card": names, "face": [card.face for card in cards], "plus": [card.plus for card in cards]} | tourists,
            schema_overrides={"card": pl.Enum(names)},
        )

    @property
    def rounds(self) -> int:
        rounds: int = self.board.parameters.rounds(self.n_seats)
        return rounds

    def domain(self, key: str) -> pl.DataFrame | None:
        frames = {"block": self.blocks, "cafe": self.cafes, "road": self.roads, "card": self.cards}
        return frames[key].select(key) if key in frames else None

    def names(self, key: str) -> Sequence[str]:
        """All that a key can be."""
        domain = self.domain(key)
        assert domain is not None
        return domain[key].to_list()


# ---- how blocks, cafés, cards and boxes are called in a report -------------------------------------

BOX_NAMES = {"cafes": "cafés"}  # the others are called by their colours


def block_names(board: Board) -> dict[str, str]:
    return {f"{block.x}{block.y}": f"{block.name or 'block'} ({block.x},{block.y})" for block in board.blocks}


def cafe_names(board: Board) -> dict[str, str]:
    return {f"{cafe.x}{cafe.y}": f"café {cafe.tourists} ({cafe.x},{cafe.y})" for cafe in board.cafes}


def card_names(board: Board) -> dict[str, str]:
    """By what is printed on it, with the id where there are several alike."""
    twins = Counter(card.face for card in board.cards)
    return {card.id: card.face + (f" ({card.id})" if twins[card.face] > 1 else "") for card in board.cards}
