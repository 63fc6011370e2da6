"""Keep tables from Python: `ttrsim.openings`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ttrsim.documents.markdown import markdown_page
from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.registry import load_board
from ttrsim.play.identity import code_digest
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import play
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.openings.request import OpeningsRequest
from ttrsim.studies.openings.result import Learnt, Openings
from ttrsim.studies.openings.values import Sets, check, learn
from ttrsim.studies.study import Study, absolute, begin
from ttrsim.workers.executor import Executor

CHECKED = 4  # so many times fewer fresh deals
FEWEST = 20


class OpeningsStudy(Study[OpeningsRequest, Openings]):
    """For each number of players a run to learn from and one to check, both experiments with all sets of the offers."""

    asks = OpeningsRequest

    def __init__(self, request: OpeningsRequest) -> None:
        self._board = load_board(request.board)
        kinds = [kind.name for kind in self._board.game.experiments.values() if kind.keeps_sets]
        if not kinds:
            raise UserError(f"{self._board.name}: {self._board.game.title} offers no tickets in its set-up")
        (self._kind,) = kinds
        self.name = f"openings-{Path(request.board).resolve().name}"
        self.request = request.model_copy(update={"board": absolute(request.board)})
        for players in request.players:  # finds all that is wrong before a folder is made
            load_scenario(self._scenario(players, request.seed, request.deals))

    def _scenario(self, players: int, seed: int, deals: int) -> dict[str, Any]:
        return {
            "board": self.request.board,
            "seats": [self.request.bot] * players,
            "seed": seed,
            "deals": deals,
            "experiment": {"kind": self._kind},
        }

    def identity(self) -> Any:
        return {"board": self._board.as_dict() | {"name": ""}, "code": code_digest(self._board.game)}

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Openings:
        request, learnt = self.request, []
        fresh = max(request.deals // CHECKED, FEWEST)
        for players in request.players:
            progress.begin(f"{players} players")
            learn_from = self._scenario(players, request.seed, request.deals)
            values = learn(self._sets(path / f"learn-{players}", learn_from, executor, progress))
            check_on = self._scenario(players, request.seed + 1, fresh)
            sets = self._sets(path / f"check-{players}", check_on, executor, progress)
            learnt.append(Learnt(players, values, check(values, sets)))
        return Openings(self._board, request.bot, learnt, path)

    def _sets(self, folder: Path, scenario: dict[str, Any], executor: Executor, progress: Progress) -> Sets:
        run = play(load_scenario(scenario), folder, executor, exist="reuse", progress=progress)
        n_tickets = len(self._board.as_dict()["tickets"])
        return Sets.of(run.scan("effects").collect(), n_tickets, run.rotations)

    def write(self, found: Openings, path: Path) -> None:
        write_whole(path / "openings.html", found.page().encode())
        write_whole(path / "openings.md", markdown_page(found.document()).encode())


@takes(OpeningsRequest)
def openings(request: OpeningsRequest, progress: Progress) -> Openings:
    """Returns:
    What each ticket is worth, and how the table does on fresh deals. The folder has the page to look up an offer.

    """
    return begin(OpeningsStudy(request), progress)
