"""What the engine asks of this game: a board as the record its kernel plays on."""

from __future__ import annotations

from typing import Any

import numpy as np

from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENTS, SIZE
from ttrsim.games.explore.board.model import KINDS, TYPES, Board, Parameters
from ttrsim.games.explore.kernel.records import BOARD, RULES, STAR
from ttrsim.machine.sets import members

CROSSING_NUMBER = {place: number for number, place in enumerate(CROSSINGS)}
BLOCK_NUMBER = {place: number for number, place in enumerate(BLOCKS)}
SEGMENT_ENDS = [{CROSSING_NUMBER[segment.a], CROSSING_NUMBER[segment.b]} for segment in SEGMENTS]
BESIDE = [{BLOCK_NUMBER[block] for block in segment.blocks} for segment in SEGMENTS]


IN_ANOTHER_FORM = ("boxed_cards", "grey_points")  # of the parameters that the rules have under the same name
COPIED = [name for name in Parameters.model_fields if name in (RULES.names or ()) and name not in IN_ANOTHER_FORM]


def board_record(board: Board) -> np.ndarray:
    """An array of one BOARD record."""
    boards = np.zeros(1, BOARD)
    record = boards[0]
    _fill_rules(record["rules"], board.parameters)
    _fill_grid(record)
    _fill_offers(record["offers"])
    _fill_map(record, board)
    for number, card in enumerate(board.cards):
        record["number"][number] = STAR if card.number is None else card.number
        record["plus"][number] = card.plus
        record["card_tourists"][number] = _counts(card.tourists)
    return boards


def _fill_rules(rules: Any, parameters: Parameters) -> None:
    for name in COPIED:
        rules[name] = getattr(parameters, name)
    for n_players in range(parameters.min_players, parameters.max_players + 1):
        rules["boxed_cards"][n_players] = parameters.boxed_cards[n_players]
    rules["grey_points"][: len(parameters.grey_points)] = parameters.grey_points


def _fill_grid(record: Any) -> None:
    """§3."""
    numbers = range(len(SEGMENTS))
    record["all_segments"] = members(numbers, words=2)
    record["all_blocks"] = members(range(len(BLOCKS)))[0]
    for number, segment in enumerate(SEGMENTS):
        record["a"][number], record["b"][number] = CROSSING_NUMBER[segment.a], CROSSING_NUMBER[segment.b]
        record["ends"][number] = members(SEGMENT_ENDS[number])[0]
        record["beside"][number] = members(BESIDE[number])[0]
        joined = (other for other in numbers if other != number and SEGMENT_ENDS[other] & SEGMENT_ENDS[number])
        record["next_to"][number] = members(joined, words=2)
    for crossing in range(len(CROSSINGS)):
        record["at_crossing"][crossing] = members((n for n in numbers if crossing in SEGMENT_ENDS[n]), words=2)
    for block in range(len(BLOCKS)):
        record["sides"][block] = members((n for n in numbers if block in BESIDE[n]), words=2)


def _fill_offers(offers: Any) -> None:
    """§4.2: each number is x or y of the block; a star is any number."""
    for one in range(SIZE + 1):
        for other in range(SIZE + 1):
            fits = (
                number
                for number, (x, y) in enumerate(BLOCKS)
                if (one in (STAR, x) and other in (STAR, y)) or (one in (STAR, y) and other in (STAR, x))
            )
            offers[one, other] = members(fits)[0]


def _fill_map(record: Any, board: Board) -> None:
    for type_, name in enumerate(TYPES):
        of_type = (number for number, block in enumerate(board.blocks) if block.type == name)
        record["of_type"][type_] = members(of_type)[0]
    record["cafes"] = members(CROSSING_NUMBER[cafe.place] for cafe in board.cafes)[0]
    for cafe in board.cafes:
        record["cafe_tourists"][CROSSING_NUMBER[cafe.place]] = _counts(cafe.tourists)


def _counts(tourists: str) -> list[int]:
    return [tourists.count(kind) for kind in KINDS]
