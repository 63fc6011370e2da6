"""Experiments from Python: `ttrsim.experiment` and `ttrsim.break_even`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.runs.api import play
from ttrsim.runs.reuse import Exist
from ttrsim.runs.run import Run
from ttrsim.runs.runner import Watcher
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.sources import Source
from ttrsim.studies.experiment.break_even import BreakEven
from ttrsim.studies.experiment.break_even import break_even as find_break_even
from ttrsim.wording import did_you_mean
from ttrsim.workers.executor import Workers, as_executor

MAX_UNTIL_DEALS = 1_000_000  # of an experiment with `until`, unless `deals` is given


def experiment(
    kind: str,
    scenario: Source,
    *,
    until: float | None = None,
    only: Sequence[str] = (),
    seats: Sequence[int] = (),
    every: int | None = None,
    per_game: int | None = None,
    rules: Sequence[str] = (),
    games: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    bots: Sequence[str] | None = None,
    tables: Sequence[str] | None = None,
    settings: Iterable[str] = (),
    out: str | Path | None = None,
    threads: Workers = None,
    shard: str | None = None,
    exist: Exist = "error",
    watcher: Watcher | None = None,
) -> Run:
    """Finds out what something is worth, as `ttrsim experiment` does: the same deals with it and without it.

    Args:
        kind: What is tried, for example "tickets" or "routes"; `docs/experiments.md` lists all kinds.
        scenario: A scenario's name, file or values, or a board to use with `bots`.
        until: Stop when every effect on the win share is known to ± this many percentage points.
        only: The tickets or routes to try (default: all).
        seats: The seats to treat, from 0 (default: all).
        every: Single decisions: try one decision in this many (default: depends on the kind).
        per_game: Routes to try in each game (default: 8).
        rules: For the kind "rules": what changes, such as "board.wilds=12".
        games: Number of games, rounded up to whole deals (default: the scenario's deals).
        deals: Number of deals (default: the scenario's).
        seed: Seed of all deals (default: the scenario's).
        bots: A bot for each seat, seat 0 first (default: the scenario's).
        tables: The tables to keep (default: all).
        settings: Changes of the scenario, such as "board.wilds=12".
        out: Run folder (default: a new one in `runs/`).
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        shard: "K/N" plays only the K-th of N parts; `ttrsim.merge` joins them.
        exist: "reuse" takes a run of the same key that is there already, and continues it; see `ttrsim.run`.
        watcher: Told how far the experiment is.

    Returns:
        The run. `ttrsim.summary` and `ttrsim.report` say what it found.

    """
    choice: dict[str, Any] = {
        "kind": kind,
        "subjects": list(only) or None,
        "seats": list(seats) or None,
        "every": every,
        "per_game": per_game,
        "settings": list(rules) or None,
        "until": until,
    }
    choice = {key: value for key, value in choice.items() if value is not None}
    if until is not None and deals is None and games is None:
        deals = MAX_UNTIL_DEALS
    changes = Changes(games, deals, seed, bots, tables, choice, settings)
    return play(load_scenario(scenario, changes), out, threads, shard, exist=exist, watcher=watcher)


def break_even(
    scenario: Source,
    *,
    only: Sequence[str] = (),
    games: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    bots: Sequence[str] | None = None,
    settings: Iterable[str] = (),
    threads: Workers = None,
    progress: Callable[[str, int, int], None] = lambda ticket, place, n: None,
) -> list[BreakEven]:
    """Finds the points at which each ticket breaks even, as `ttrsim experiment break-even` does.

    Args:
        scenario: A scenario's name, file or values, or a board to use with `bots`.
        only: The tickets to try (default: all).
        games: Number of games for each number of points, rounded up to whole deals.
        deals: Number of deals for each number of points (default: the scenario's).
        seed: Seed of all deals (default: the scenario's).
        bots: A bot for each seat, seat 0 first (default: the scenario's).
        settings: Changes of the scenario, such as "board.wilds=12".
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with a ticket, its place and the number of tickets before each is tried.

    Returns:
        For each ticket the points at which keeping it neither gains nor loses wins, with an interval.

    """
    setup = load_scenario(scenario, Changes(games, deals, seed, bots, settings=settings))
    tickets = setup.game.board_as_dict(setup.board)["tickets"]
    printed = {ticket["id"]: ticket["points"] for ticket in tickets if not ticket.get("ends")}
    if several := [ticket["id"] for ticket in tickets if ticket.get("ends") and ticket["id"] in only]:
        raise UserError("\n".join(f"--only: {name} has several ends, each with its own points" for name in several))
    wanted = list(only) or list(printed)
    if unknown := [ticket for ticket in wanted if ticket not in printed]:
        hints = (f"no ticket {ticket!r} on {setup.board.name}{did_you_mean(ticket, printed)}" for ticket in unknown)
        raise UserError("\n".join(f"--only: {hint}" for hint in hints))
    executor, points = as_executor(threads), []
    for place, ticket in enumerate(wanted, 1):
        progress(ticket, place, len(wanted))
        points.append(find_break_even(setup.scenario, ticket, printed[ticket], executor))
    return points
