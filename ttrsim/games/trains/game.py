"""Ticket to Ride, as the layers that all games share see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ttrsim.games.analysis import Analysis
from ttrsim.games.contract import Board as AnyBoard
from ttrsim.games.contract import Game
from ttrsim.games.experiments import ExperimentChoice, Treatment
from ttrsim.games.formats import PositionFormat, RecordFormat

if TYPE_CHECKING:
    import numpy as np

    from ttrsim.documents.document import Table
    from ttrsim.files.faults import Fault
    from ttrsim.files.reading import Folder
    from ttrsim.games.levers import Lever
    from ttrsim.games.scenes import Stage
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

        return read_board(name, folder, header, self.bot_names())

    def override_parameters(self, board: AnyBoard, overrides: Mapping[str, Any], where: str) -> Board:
        from ttrsim.games.trains.board.house_rules import override_parameters
        from ttrsim.games.trains.board.model import own_board

        return override_parameters(own_board(board), overrides, where)

    def board_as_dict(self, board: AnyBoard) -> dict[str, Any]:
        from ttrsim.games.trains.board.export import board_as_dict
        from ttrsim.games.trains.board.model import own_board

        return board_as_dict(own_board(board))

    def board_warnings(self, board: AnyBoard) -> list[Fault]:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.board.warnings import warnings_of

        return warnings_of(own_board(board))

    def levers(self, board: AnyBoard) -> list[Lever]:
        from ttrsim.games.trains.board.levers import levers_of
        from ttrsim.games.trains.board.model import own_board

        return list(levers_of(own_board(board)))

    def rewritten_files(self, files: Mapping[str, str], board: AnyBoard) -> dict[str, str]:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.board.rewriting import TICKETS_FILE, with_ticket_points

        return {**files, TICKETS_FILE: with_ticket_points(files[TICKETS_FILE], own_board(board))}

    def board_counts(self, board: AnyBoard) -> str:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.board.wording import counts

        return counts(own_board(board))

    def board_sheets(self, board: AnyBoard) -> list[Table]:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.board.wording import sheets

        return sheets(own_board(board))

    def draw_board(self, board: AnyBoard, image_format: str, dpi: int) -> bytes:
        from ttrsim.games.trains.board.draw import render_board
        from ttrsim.games.trains.board.model import own_board

        return render_board(own_board(board), image_format, dpi)

    # ---- play ------------------------------------------------------------------------------------

    @property
    def kernel(self) -> Kernel:
        from ttrsim.games.trains.kernel.description import KERNEL

        return KERNEL

    def board_record(self, board: AnyBoard) -> np.ndarray:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.engine import board_record

        return board_record(own_board(board))

    def plays_alike(self, board: AnyBoard, other: AnyBoard, n_players: int) -> bool:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.engine import played_record

        one, two = (played_record(own_board(each), n_players) for each in (board, other))
        return one.tobytes() == two.tobytes()

    @property
    def experiments(self) -> Mapping[str, Treatment]:
        from ttrsim.games.trains.experiments import KINDS

        return KINDS

    def experiment_record(self, board: AnyBoard, choice: ExperimentChoice, n_seats: int) -> np.ndarray:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.experiments import experiment_record

        return experiment_record(own_board(board), choice, n_seats)

    def experiment_faults(self, board: AnyBoard, choice: ExperimentChoice, n_seats: int) -> list[str]:
        from ttrsim.games.trains.board.model import own_board
        from ttrsim.games.trains.experiments import experiment_faults

        return list(experiment_faults(own_board(board), choice, n_seats))

    def ended_by_limit(self, results: np.ndarray) -> int:
        from ttrsim.games.trains.engine import ended_by_limit

        return ended_by_limit(results)

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
    def record(self) -> RecordFormat:
        from ttrsim.games.trains.record import RECORD

        return RECORD

    @property
    def positions(self) -> PositionFormat:
        from ttrsim.games.trains.position import POSITIONS

        return POSITIONS

    @property
    def stage(self) -> Stage:
        from ttrsim.games.trains.position.stage import STAGE

        return STAGE

    @property
    def analysis(self) -> Analysis:
        from ttrsim.games.trains.analysis import ANALYSIS

        return ANALYSIS


TRAINS = TicketToRide()
