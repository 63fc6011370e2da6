"""Rebalancing from Python: `ttrsim.rebalance`."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ttrsim.errors import Interrupted, UserError
from ttrsim.files.links import refuse_links_in
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.games.levers import Lever
from ttrsim.games.new_board import write_moved_board
from ttrsim.games.registry import game_of, load_board
from ttrsim.play.identity import code_digest
from ttrsim.runs.folder import locked
from ttrsim.runs.runner import NoWatcher
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.setup import Setup
from ttrsim.studies.rebalance import DEFAULT_BAND, MAX_BAND
from ttrsim.studies.rebalance.allowed import allowed_levers
from ttrsim.studies.rebalance.files import write_report
from ttrsim.studies.rebalance.goals import Goal, metric_goals, ticket_goals
from ttrsim.studies.rebalance.knowledge import deck_centres
from ttrsim.studies.rebalance.result import Change, Rebalance, estimate_of, rows_of
from ttrsim.studies.rebalance.search import Outcome, Progress, Search
from ttrsim.studies.rebalance.trials import TICKETS, Trials
from ttrsim.workers.executor import Workers, as_executor

REQUEST, ROUNDS = "request.json", "rounds"


class NoProgress(NoWatcher):
    def stage(self, text: str) -> None:
        pass


def rebalance(
    board: str | os.PathLike[str],
    *,
    change: Sequence[str] = ("tickets",),
    most: int | None = None,
    band: float | None = None,
    seat_band: float | None = None,
    targets: Sequence[str] = (),
    bots: Sequence[str] | None = None,
    games: int | None = None,
    minutes: float | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    threads: Workers = None,
    progress: Progress | None = None,
) -> Rebalance:
    """Moves the numbers of a board until tickets, seats or other targets are fair, as `ttrsim rebalance` does.

    A ticket is fair if keeping it gains about as many wins as keeping the median ticket of its deck.

    Args:
        board: A built-in board, or the folder of your own.
        change: What may move: groups ("tickets", "routes", "stations"), single numbers ("longest_points") or tickets,
            each with bounds if you like ("longest_points=5:15").
        most: How far each number may move (default: as far as the rules allow).
        band: Percentage points that a ticket may be better or worse than the median of its deck (default: 3 if
            tickets may move or no other goal is given).
        seat_band: Percentage points that the win share of a seat may differ from an equal share (default: any).
        targets: Further goals, as `checks` of scenarios have them: "mean(turns) in [60, 80]".
        bots: A bot for each seat (default: the strongest built-in bot in the fewest seats that the board allows).
        games: Number of games in all, at most (default: as many as the band needs, at most 20 million; 3 million if
            no ticket is to be balanced).
        minutes: Start no further round that would take longer than this in all (default: no limit).
        seed: Seed of all deals.
        out: Folder of the new board, with the report and all rounds (default: "rebalanced-" and the name of the
            board). If it holds the same search, that is continued.
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Told what is played, and how far it is.

    Returns:
        The changes, and every goal before and after them on fresh deals. The new board is in `out`.

    """
    name = os.fspath(board)
    loaded = load_board(name)
    game = game_of(loaded)
    seats = list(bots) if bots is not None else [game.opponents[-1]] * loaded.parameters.min_players
    setup = load_scenario({"board": name, "seats": seats, "seed": seed})
    printed = game.levers(loaded)
    levers = allowed_levers(printed, change, most)
    goals = _goals(setup, printed, levers, band, seat_band, targets)
    _check_limits(games, minutes, most)
    folder = Path(out) if out is not None else Path(f"rebalanced-{Path(name).resolve().name}")
    request = {
        "board": game.board_as_dict(loaded) | {"name": ""},
        "bots": seats,
        "goals": [[goal.name, goal.low, goal.high] for goal in goals],
        "levers": [[lever.name, lever.low, lever.high] for lever in levers],
        "seed": seed,
        "code": code_digest(game),
    }
    make_folder(folder)
    _claim(folder, request, name)
    values = {lever.name: lever.value for lever in levers}
    progress = progress or NoProgress()
    scenario = {"board": name, "seats": seats}
    rounds = folder / ROUNDS / str(games or "auto")  # their sizes depend on it
    trials = Trials(scenario, values, goals, seed, rounds, as_executor(threads), progress)
    with locked(folder):
        try:
            found = Search(trials, levers, goals, games, minutes, progress).run()
        except KeyboardInterrupt:
            raise Interrupted("interrupted; give the same command again to continue") from None
        result = _result(setup, printed, levers, goals, found, seed, band, folder)
        moved = {change.name: change.after for change in result.changes}
        write_moved_board(folder, name, moved, f"{loaded.title}, rebalanced")
        write_report(result, folder)
    return result


def _goals(
    setup: Setup,
    printed: Sequence[Lever],
    levers: Sequence[Lever],
    band: float | None,
    seat_band: float | None,
    targets: Sequence[str],
) -> list[Goal]:
    for option, value in (("--band", band), ("--seats", seat_band)):
        if value is not None and not 0 < value <= MAX_BAND:
            raise UserError(f"{option} should be above 0 and at most {MAX_BAND:g} percentage points, not {value:g}")
    others = metric_goals(seat_band, targets, setup.facts)
    moves_tickets = any(lever.ticket for lever in levers)
    if not (moves_tickets or band is not None or not others):
        return others
    if TICKETS not in setup.game.experiments:
        raise UserError(f"{setup.game.title} has no tickets to balance: name a goal with --seats or --target")
    if others and all(lever.ticket for lever in levers):
        raise UserError(
            "points of tickets move only the effects of tickets: for --seats and --target, allow something else too, "
            "e.g. --change routes"
        )
    return [*ticket_goals(printed, band or DEFAULT_BAND), *others]


def _check_limits(games: int | None, minutes: float | None, most: int | None) -> None:
    if games is not None and games < 1:
        raise UserError(f"--games should be above 0, not {games}")
    if minutes is not None and not minutes > 0:
        raise UserError(f"--minutes should be above 0, not {minutes:g}")
    if most is not None and most < 1:
        raise UserError(f"--most should be 1 or more, not {most}")


def _claim(folder: Path, request: dict[str, Any], name: str) -> None:
    """The folder belongs to one search; the same search continues there."""
    refuse_links_in(folder)
    path, text = folder / REQUEST, json.dumps(request, indent=1, ensure_ascii=False)
    if path.exists():
        if path.read_text(encoding="utf-8") != text:
            raise UserError(f"'{folder}' holds another search: choose another folder with --output")
    elif any(folder.iterdir()):
        raise UserError(f"'{folder}' is not empty: choose another folder with --output")
    else:
        write_whole(path, text.encode())


def _result(
    setup: Setup,
    printed: Sequence[Lever],
    levers: Sequence[Lever],
    goals: Sequence[Goal],
    found: Outcome,
    seed: int,
    band: float | None,
    folder: Path,
) -> Rebalance:
    points = {lever.ticket: lever.value for lever in printed if lever.ticket}
    tickets = [goal for goal in goals if goal.ticket]
    changes = [Change(lever.name, lever.value, found.values[lever.name]) for lever in levers]
    centres = deck_centres(tickets, found.check.after_effects)
    return Rebalance(
        board=setup.board.name,
        title=setup.board.title,
        notice=setup.board.notice,
        bots=tuple(setup.scenario.seats or ()),
        seed=seed,
        band=(band or DEFAULT_BAND) if tickets else None,
        verdict=found.verdict,
        changes=[change for change in changes if change.before != change.after],
        tickets=rows_of(tickets, levers, points, found),
        targets=rows_of([goal for goal in goals if not goal.ticket], levers, points, found),
        typical={deck: estimate_of(centre) for deck, centre in centres.items()},
        rounds=found.rounds,
        games=found.games,
        folder=folder,
    )
