"""Ticket to Ride, as the layers that all games share see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ttrsim.games.analysis import Reporting
from ttrsim.games.contract import Game, Treatment, bots_of

if TYPE_CHECKING:
    from ttrsim.files.reading import Folder
    from ttrsim.games.trains.board.model import Board, Parameters
    from ttrsim.games.trains.restrictions import TrainsRestriction
    from ttrsim.machine.kernel import Kernel
    from ttrsim.play.columns import TableSchema


class TicketToRide(Game):
    key = "trains"
    title = "Ticket to Ride"
    opponents = ("random", "planner")
    passes = (*Game.passes, "ttrsim.games.trains.analysis.compiled.games")

    # ---- boards ----------------------------------------------------------------------------------

    @property
    def board_files(self) -> Mapping[str, str]:
        from ttrsim.games.trains.board.wording import FILES

        return FILES

    @property
    def parameters(self) -> type[Parameters]:
        from ttrsim.games.trains.board.model import Parameters

        return Parameters

    def read_board(self, name: str, folder: Folder, header: dict[str, Any] | None) -> Board:
        from ttrsim.games.trains.board.loader import read_board

        return read_board(name, folder, header, bots_of(self))

    def board_of_import(self, text: bytes, source: str) -> str:
        from ttrsim.games.trains.record.boards import board_of

        return board_of(text, source)

    # ---- play ------------------------------------------------------------------------------------

    @property
    def kernel(self) -> Kernel:
        from ttrsim.games.trains.kernel.description import KERNEL

        return KERNEL

    @property
    def experiments(self) -> Mapping[str, Treatment]:
        from ttrsim.games.trains.experiments import KINDS

        return KINDS

    @property
    def restriction(self) -> type[TrainsRestriction]:
        from ttrsim.games.trains.restrictions import TrainsRestriction

        return TrainsRestriction

    # ---- results ---------------------------------------------------------------------------------

    @property
    def tables(self) -> Mapping[str, TableSchema]:
        from ttrsim.games.trains.tables import TABLES

        return TABLES

    @property
    def analysis(self) -> Reporting:
        from ttrsim.games.trains.analysis import ANALYSIS

        return ANALYSIS


TRAINS = TicketToRide()
