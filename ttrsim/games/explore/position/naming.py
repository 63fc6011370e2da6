"""From the records of a state to plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.kernel import records
from ttrsim.games.explore.position.model import Map, Public, Question, State, Turn
from ttrsim.machine.sets import numbers_in
from ttrsim.machine.table import GAME_OVER

QUESTIONS: dict[int, Question] = {
    int(GAME_OVER): "game_over",
    int(records.DISCARD): "discard",
    int(records.CHOOSE_BLOCK): "choose_block",
    int(records.DRAW): "draw",
    int(records.EXTRA): "extra",
}


def state_of(board: Board, state: Any) -> State:
    public, hidden = state["public"], state["hidden"]
    n_turned = int(hidden["n_turned"])
    order = _cards(board, hidden["pile"])
    return {
        "public": public_of(board, public) | {"seen": order[:n_turned]},
        "seats": [{} for _ in range(int(public["n_seats"]))],
        "hidden": {"pile": order[n_turned:], "card_stream": f"{int(hidden['card_stream']['state']):016x}"},
    }


def public_of(board: Board, public: Any) -> Public:
    question, round_ = QUESTIONS[int(public["question"])], int(public["round"])
    n_played = round_ - (question == "discard")
    return {
        "turn": int(public["turn"]),
        "round": round_,
        "rounds": int(public["n_rounds"]),
        "question": question,
        "asked": None if question == "game_over" else int(public["asked"]),
        "open": _cards(board, public["open"][: public["n_open"]]),
        "action": [_cards(board, pair) for pair in public["action"][:n_played]],
        "seen": _cards(board, numbers_in(public["seen"])),
        "pile": int(public["pile_size"]),
        "extras": int(public["extras_left"]),
        "maps": [_map(map_) for map_ in public["maps"][: public["n_seats"]]],
    }


def _map(map_: Any) -> Map:
    return {
        "turns": [_turn(map_, place) for place, block in enumerate(map_["chosen"]) if block != records.NO_BLOCK],
        "segments": [SEGMENT_NAMES[number] for number in numbers_in(*map_["drawn"])],
        "cafes": [list(CROSSINGS[number]) for number in numbers_in(map_["cafes"])],
    }


def _turn(map_: Any, place: int) -> Turn:
    block = int(map_["chosen"][place])
    tourists = "".join(kind * int(n) for kind, n in zip(KINDS, map_["tourists"][block], strict=True))
    fallback = bool(int(map_["fallbacks"]) >> (place + 1) & 1)
    return {"block": list(BLOCKS[block]), "tourists": tourists, "fallback": fallback}


def _cards(board: Board, numbers: Iterable[int]) -> list[str]:
    return [board.cards[number].id for number in numbers]
