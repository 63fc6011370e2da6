"""Positions of Ticket to Ride in plain values (docs/positions.md): viewed, saved, told and drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import numpy as np

from ttrsim.games.contract import Board
from ttrsim.games.formats import FirstOffer
from ttrsim.games.trains.board.model import own_board
from ttrsim.games.trains.position import wording
from ttrsim.games.trains.position.building import Builder
from ttrsim.games.trains.position.model import State, View
from ttrsim.games.trains.position.naming import QUESTIONS, own_of, public_of, state_of
from ttrsim.games.trains.record.writer import score_of
from ttrsim.machine.sets import numbers_in


class Positions:
    """Implements `ttrsim.games.formats.PositionFormat`."""

    questions: Mapping[int, str] = QUESTIONS
    schema = State

    def view(self, board: Board, public: Any, own: Any) -> dict[str, Any]:
        seen: View = {
            "seat": int(own["seat"]),
            "public": public_of(own_board(board), public),
            "own": own_of(own_board(board), public, own),
        }
        return cast(dict[str, Any], seen)

    def state_as_dict(self, board: Board, state: Any) -> dict[str, Any]:
        return cast(dict[str, Any], state_of(own_board(board), state))

    def build_state(self, board: Board, values: Mapping[str, Any]) -> np.ndarray:
        return Builder(own_board(board), cast(State, values)).built()

    def score(self, board: Board, state: Any, result: Any) -> list[dict[str, Any]]:
        stations = map(numbers_in, state["public"]["station_cities"][: state["public"]["n_seats"]])
        return [score_of(own_board(board), *of_seat) for of_seat in zip(result["seats"], stations, strict=False)]

    def describe_decision(self, board: Board, decision: int, view: Mapping[str, Any] | None = None) -> str:
        return wording.describe_decision(own_board(board), decision, cast(View | None, view))

    def headline(self, view: Mapping[str, Any]) -> str:
        return wording.headline(cast(View, view))

    def tell(self, board: Board, view: Mapping[str, Any]) -> Iterator[str]:
        return wording.tell_table(own_board(board), cast(View, view))

    def openings(self, board: Board, offer: FirstOffer) -> Callable[[int], np.ndarray]:
        from ttrsim.games.trains.position.opening import openings

        return openings(own_board(board), offer)

    def draw(self, board: Board, view: Mapping[str, Any], image_format: str, dpi: int) -> bytes:
        from ttrsim.games.trains.position.drawing import render_table

        return render_table(own_board(board), cast(View, view), image_format, dpi)


POSITIONS = Positions()
