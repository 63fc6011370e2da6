"""Explore New York, as the layers that all games share see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ttrsim.games.analysis import Analysis
from ttrsim.games.contract import Board as AnyBoard
from ttrsim.games.contract import Game
from ttrsim.games.formats import PositionFormat, RecordFormat

if TYPE_CHECKING:
    import numpy as np

    from ttrsim.documents.document import Table
    from ttrsim.files.reading import Folder
    from ttrsim.games.explore.board.model import Board, Parameters
    from ttrsim.games.scenes import Stage
    from ttrsim.machine.kernel import Kernel
    from ttrsim.play.columns import TableSchema


class ExploreNewYork(Game):
    key = "explore"
    title = "Explore New York"
    opponents = ("random", "greedy")

    # ---- boards ----------------------------------------------------------------------------------

    @property
    def board_files(self) -> Mapping[str, str]:
        from ttrsim.games.explore.board.wording import FILES

        return FILES

    @property
    def parameters(self) -> type[Parameters]:
        from ttrsim.games.explore.board.model import Parameters

        return Parameters

    def read_board(self, name: str, folder: Folder, header: dict[str, Any] | None) -> Board:
        from ttrsim.games.explore.board.loader import read_board

        return read_board(name, folder, header, self.bot_names())

    def override_parameters(self, board: AnyBoard, overrides: Mapping[str, Any], where: str) -> Board:
        from ttrsim.games.explore.board.loader import override_parameters
        from ttrsim.games.explore.board.model import own_board

        return override_parameters(own_board(board), overrides, where)

    def board_as_dict(self, board: AnyBoard) -> dict[str, Any]:
        from ttrsim.games.explore.board.export import board_as_dict
        from ttrsim.games.explore.board.model import own_board

        return board_as_dict(own_board(board))

    def board_counts(self, board: AnyBoard) -> str:
        from ttrsim.games.explore.board.model import own_board
        from ttrsim.games.explore.board.wording import counts

        return counts(own_board(board))

    def board_sheets(self, board: AnyBoard) -> list[Table]:
        from ttrsim.games.explore.board.model import own_board
        from ttrsim.games.explore.board.wording import sheets

        return sheets(own_board(board))

    def draw_board(self, board: AnyBoard, image_format: str, dpi: int) -> bytes:
        from ttrsim.games.explore.board.draw import render_board
        from ttrsim.games.explore.board.model import own_board

        return render_board(own_board(board), image_format, dpi)

    # ---- play ------------------------------------------------------------------------------------

    @property
    def kernel(self) -> Kernel:
        from ttrsim.games.explore.kernel.description import KERNEL

        return KERNEL

    def board_record(self, board: AnyBoard) -> np.ndarray:
        from ttrsim.games.explore.board.model import own_board
        from ttrsim.games.explore.engine import board_record

        return board_record(own_board(board))

    def ended_by_limit(self, results: np.ndarray) -> int:
        from ttrsim.games.explore.engine import ended_by_limit

        return ended_by_limit(results)

    # ---- results ---------------------------------------------------------------------------------

    @property
    def tables(self) -> Mapping[str, TableSchema]:
        from ttrsim.games.explore.tables import TABLES

        return TABLES

    @property
    def record(self) -> RecordFormat:
        from ttrsim.games.explore.record import RECORD

        return RECORD

    @property
    def positions(self) -> PositionFormat:
        from ttrsim.games.explore.position import POSITIONS

        return POSITIONS

    @property
    def stage(self) -> Stage:
        from ttrsim.games.explore.position.stage import STAGE

        return STAGE

    @property
    def analysis(self) -> Analysis:
        from ttrsim.games.explore.analysis import ANALYSIS

        return ANALYSIS


EXPLORE = ExploreNewYork()
