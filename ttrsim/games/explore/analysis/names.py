"""How blocks, cafés, cards and boxes are called in a report."""

from __future__ import annotations

from collections import Counter

from ttrsim.games.explore.board.model import Board

BOX_NAMES = {"cafes": "cafés"}  # the others are called by their colours


def block_names(board: Board) -> dict[str, str]:
    return {f"{block.x}{block.y}": f"{block.name or 'block'} ({block.x},{block.y})" for block in board.blocks}


def cafe_names(board: Board) -> dict[str, str]:
    return {f"{cafe.x}{cafe.y}": f"café {cafe.tourists} ({cafe.x},{cafe.y})" for cafe in board.cafes}


def card_names(board: Board) -> dict[str, str]:
    """By what is printed on it, with the id where there are several alike."""
    twins = Counter(card.face for card in board.cards)
    return {card.id: card.face + (f" ({card.id})" if twins[card.face] > 1 else "") for card in board.cards}
