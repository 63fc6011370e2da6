"""Explore New York, as the layers that all games share see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ttrsim.games.analysis import Reporting
from ttrsim.games.contract import Game, bots_of

if TYPE_CHECKING:
    from ttrsim.files.reading import Folder
    from ttrsim.games.explore.board.model import Board, Parameters
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

        return read_board(name, folder, header, bots_of(self))

    # ---- play ------------------------------------------------------------------------------------

    @property
    def kernel(self) -> Kernel:
        from ttrsim.games.explore.kernel.description import KERNEL

        return KERNEL

    # ---- results ---------------------------------------------------------------------------------

    @property
    def tables(self) -> Mapping[str, TableSchema]:
        from ttrsim.games.explore.tables import TABLES

        return TABLES

    @property
    def analysis(self) -> Reporting:
        from ttrsim.games.explore.analysis import ANALYSIS

        return ANALYSIS


EXPLORE = ExploreNewYork()
