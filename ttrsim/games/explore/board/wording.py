"""A board of Explore New York in words, as tables and as plain values."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ttrsim.documents.document import Table
from ttrsim.games.explore.board.model import Board

# What each table of a board holds, as a comment in its file says it.
FILES = {
    "map.csv": """\
36 rows `block`: x and y are 1 to 6, x along the top, y down the side; type is red, green, blue, yellow, grey or white.
A row `cafe` for each café: the crossing it lies on (0 to 6, from the upper left corner) and its two tourists.
type_basis, place_basis: `board` for a row that agrees with the printed map.""",
    "cards.csv": """\
27 rows: number is 1 to 6 or *, plus is 1 or 0, tourists are one or two of the letters R, G, B.
basis: `card` for a row that agrees with the printed card.""",
}


def counts(board: Board) -> str:
    types = Counter(block.type for block in board.blocks)
    low, high = board.parameters.min_players, board.parameters.max_players
    sights = ", ".join(f"{n} {kind}" for kind, n in types.items())
    return (
        f"{len(board.blocks)} blocks ({sights}), {len(board.cafes)} cafés, {len(board.cards)} cards, "
        f"{low}–{high} players"
    )


def sheets(board: Board) -> list[Table]:
    blocks = [
        (f"({block.x}, {block.y})", block.type, block.name, f"{block.type_basis}, {block.place_basis}")
        for block in board.blocks
    ]
    cafes = [(f"({cafe.x}, {cafe.y})", cafe.tourists, f"{cafe.type_basis}, {cafe.place_basis}") for cafe in board.cafes]
    cards = [(card.id, card.face, card.basis) for card in board.cards]
    return [
        Table.of_texts("blocks", "Blocks", ("block", "type", "name", "basis of type, place"), blocks),
        Table.of_texts("cafes", "Cafés", ("crossing", "tourists", "basis of tourists, place"), cafes),
        Table.of_texts("cards", "Cards", ("card", "face", "basis"), cards),
    ]


def board_as_dict(board: Board) -> dict[str, Any]:
    return {**board.model_dump(mode="json", exclude={"weights"}), "notice": board.notice}
