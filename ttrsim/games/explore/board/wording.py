"""A board in words: its numbers in a line, and its blocks, cafés and cards as sheets."""

from __future__ import annotations

from collections import Counter

from ttrsim.files.sheets import Sheet
from ttrsim.games.explore.board.model import Board


def counts(board: Board) -> str:
    types = Counter(block.type for block in board.blocks)
    low, high = board.parameters.min_players, board.parameters.max_players
    sights = ", ".join(f"{n} {kind}" for kind, n in types.items())
    return (
        f"{len(board.blocks)} blocks ({sights}), {len(board.cafes)} cafés, {len(board.cards)} cards, "
        f"{low}–{high} players"
    )


def sheets(board: Board) -> list[Sheet]:
    blocks = [
        (f"({block.x}, {block.y})", block.type, block.name, f"{block.type_basis}, {block.place_basis}")
        for block in board.blocks
    ]
    cafes = [(f"({cafe.x}, {cafe.y})", cafe.tourists, f"{cafe.type_basis}, {cafe.place_basis}") for cafe in board.cafes]
    cards = [(card.id, card.face, card.basis) for card in board.cards]
    return [
        Sheet("Blocks", ("block", "type", "name", "basis of type, place"), blocks),
        Sheet("Cafés", ("crossing", "tourists", "basis of tourists, place"), cafes),
        Sheet("Cards", ("card", "face", "basis"), cards),
    ]
