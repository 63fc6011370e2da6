"""Decisions and positions in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ttrsim.games.explore.board.geometry import BLOCKS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.kernel import decisions
from ttrsim.games.explore.position.model import ExploreView

ASKED = {
    "discard": "discards a card",
    "choose_block": "chooses a block",
    "draw": "draws connections",
    "extra": "draws a connection for a +",
}


def describe_decision(board: Board, decision: int, view: ExploreView | None = None) -> str:
    """In words: any number at all may come from a bot. What the seat sees gives open cards their names."""
    kind, first, second = (
        int(part.py_func(decision)) for part in (decisions.kind_of, decisions.first_of, decisions.second_of)
    )
    if 0 <= decision < 1 << int(decisions.DECISION_BITS):
        if kind == decisions.DO_DISCARD:
            cards = view["public"]["open"] if view else []
            return f"discard {_card(board, cards[first])}" if first < len(cards) else f"discard open card {first}"
        if kind == decisions.DO_BLOCK:
            tourist = f" with one tourist {KINDS[second]}" if second < len(KINDS) else ""
            return f"choose the block {_name(BLOCKS, first)}{tourist}"
        if kind == decisions.DO_JOINED:
            return f"draw {_name(SEGMENT_NAMES, first)} and on along {_name(SEGMENT_NAMES, second)}"
        if kind == decisions.DO_SINGLE:
            return f"draw {_name(SEGMENT_NAMES, first)}"
    return f"the number {decision}, which is no decision"


def _name(things: Sequence[object], number: int) -> str:
    return str(things[number]) if number < len(things) else f"number {number}, which does not exist"


def _card(board: Board, card: str) -> str:
    face = next(known.face for known in board.cards if known.id == card)
    return f"card {card} ({face})"


# ---- the table -----------------------------------------------------------------------------------


def headline(view: ExploreView) -> str:
    """What is asked of whom."""
    public = view["public"]
    if public["asked"] is None:
        return f"the end after {public['rounds']} rounds"
    where = f"round {public['round']} of {public['rounds']}, turn {public['turn']}"
    return f"{where}: seat {public['asked']} {ASKED[public['question']]}"


def tell_table(board: Board, view: ExploreView) -> Iterator[str]:
    """What all see, line by line: no seat sees more (§6.16)."""
    public = view["public"]
    yield f"open: {', '.join(_card(board, card) for card in public['open'])}; pile {public['pile']}"
    for seat, map_ in enumerate(public["maps"]):
        blocks = (f"({turn['block'][0]},{turn['block'][1]}) {turn['tourists']}" for turn in map_["turns"])
        yield f"seat {seat}  {', '.join(blocks) or 'no tourists'}; {' '.join(map_['segments']) or 'nothing drawn'}"
