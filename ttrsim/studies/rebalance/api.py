"""Rebalancing from Python: `ttrsim.rebalance`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ttrsim.documents.html import html_page
from ttrsim.documents.json import json_text
from ttrsim.documents.markdown import markdown_page
from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.contract import pricing
from ttrsim.games.levers import Lever
from ttrsim.games.new_board import write_moved_board
from ttrsim.games.registry import load_board
from ttrsim.play.identity import code_digest
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.setup import Setup
from ttrsim.studies.rebalance.allowed import allowed_levers
from ttrsim.studies.rebalance.goals import Goal, metric_goals, ticket_goals
from ttrsim.studies.rebalance.knowledge import deck_centres
from ttrsim.studies.rebalance.request import DEFAULT_BAND, RebalanceRequest
from ttrsim.studies.rebalance.result import Change, Rebalance, estimate_of, rows_of
from ttrsim.studies.rebalance.search import Balance, Search
from ttrsim.studies.rebalance.trials import Rounds
from ttrsim.studies.study import Study, absolute, begin
from ttrsim.workers.executor import Executor

ROUNDS = "rounds"


class RebalanceStudy(Study[RebalanceRequest, Rebalance]):
    """The numbers of a board that may move, and the goals. All rounds are run folders in `rounds/`."""

    asks = RebalanceRequest

    def __init__(self, request: RebalanceRequest) -> None:
        loaded = load_board(request.board)
        game = loaded.game
        seats = request.bots or (game.opponents[-1],) * loaded.parameters.min_players
        self.name = f"rebalanced-{Path(request.board).resolve().name}"
        self.request = request.model_copy(update={"board": absolute(request.board), "bots": seats})
        self._setup = load_scenario({"board": self.request.board, "seats": seats, "seed": request.seed})
        self._printed = loaded.levers()
        self._levers = allowed_levers(self._printed, request.changes, request.most)
        self._goals = _goals(self._setup, self._printed, self._levers, request)

    def identity(self) -> Any:
        game = self._setup.game
        board = load_board(self.request.board).as_dict() | {"name": ""}
        return {"board": board, "code": code_digest(game)}

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Rebalance:
        request, values = self.request, {lever.name: lever.value for lever in self._levers}
        scenario = {"board": request.board, "seats": list(request.bots or ())}
        rounds = path / ROUNDS
        trials = Rounds(scenario, values, self._goals, request.seed, rounds, executor, progress)
        budget = request.games, request.minutes
        outcome = Search(trials, self._levers, self._goals, *budget, progress, request.path).run()
        return self._result(outcome, path)

    def write(self, found: Rebalance, path: Path) -> None:
        moved = {change.name: change.after for change in found.changes}
        write_moved_board(path, self.request.board, moved, f"{found.title}, rebalanced")
        document = found.document()
        texts = {"md": markdown_page(document), "html": html_page(document), "json": json_text(found.as_dict())}
        for ending, text in texts.items():
            write_whole(path / f"rebalance.{ending}", text.encode())

    def _result(self, found: Balance, path: Path) -> Rebalance:
        points = {lever.ticket: lever.value for lever in self._printed if lever.ticket}
        tickets = [goal for goal in self._goals if goal.ticket]
        others = [goal for goal in self._goals if not goal.ticket]
        changes = [Change(lever.name, lever.value, found.values[lever.name]) for lever in self._levers]
        centres = deck_centres(tickets, found.check.after_effects)
        board = self._setup.board
        return Rebalance(
            board=board.name,
            title=board.title,
            notice=board.notice,
            bots=tuple(self.request.bots or ()),
            seed=self.request.seed,
            band=(self.request.band or DEFAULT_BAND) if tickets else None,
            verdict=found.verdict,
            changes=[change for change in changes if change.before != change.after],
            tickets=rows_of(tickets, self._levers, points, found),
            targets=rows_of(others, self._levers, points, found),
            typical={deck: estimate_of(centre) for deck, centre in centres.items()},
            rounds=found.rounds,
            games=found.games,
            folder=path,
            slopes=found.slopes,
            is_strict=self.request.strict,
        )


@takes(RebalanceRequest)
def rebalance(request: RebalanceRequest, progress: Progress) -> Rebalance:
    """Returns:
    The changes, and every goal before and after them on fresh deals. The new board is in the folder.

    """
    return begin(RebalanceStudy(request), progress)


def _goals(setup: Setup, printed: Sequence[Lever], levers: Sequence[Lever], request: RebalanceRequest) -> list[Goal]:
    band, others = request.band, metric_goals(request.seats, request.target, setup.facts)
    moves_tickets = any(lever.ticket for lever in levers)
    if not (moves_tickets or band is not None or not others):
        return others
    if pricing(setup.game.experiments) is None:
        raise UserError(f"{setup.game.title} has no tickets to balance: name a goal with --seats or --target")
    if others and all(lever.ticket for lever in levers):
        raise UserError(
            "points of tickets move only the effects of tickets: for --seats and --target, allow something else too, "
            "e.g. --change routes"
        )
    return [*ticket_goals(printed, band or DEFAULT_BAND), *others]
