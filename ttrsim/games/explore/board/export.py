"""A board as plain values, for JSON."""

from __future__ import annotations

from typing import Any

from ttrsim.games.explore.board.model import Board


def board_as_dict(board: Board) -> dict[str, Any]:
    return {**board.model_dump(mode="json", exclude={"weights"}), "notice": board.notice}
