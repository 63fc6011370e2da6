"""Tournaments from Python: `ttrsim.tournament`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import Interrupted, UserError
from ttrsim.games.board import Board
from ttrsim.games.registry import load_board
from ttrsim.play.ahead import compile_ahead
from ttrsim.play.bots.finding import Bot, bot_function, load_bot
from ttrsim.play.seatings import line_ups_of_tournament
from ttrsim.play.table import check_players
from ttrsim.studies.tournament import DEFAULT_DEALS, MAX_DEALS, MIN_DEALS
from ttrsim.studies.tournament.files import write_tournament
from ttrsim.studies.tournament.ladder import Ladder, make_ladder
from ttrsim.studies.tournament.play import Tournament
from ttrsim.studies.tournament.skill import SkillLadder, line_ups_of_ladder, make_steps, read_ladder, write_skill
from ttrsim.workers.executor import Workers, as_executor

Progress = Callable[[int, int], None]  # games played so far, and games in all


class InterruptedTournament(Interrupted):
    """Ctrl-C during a tournament: `ladder` is that of the deals that all line-ups have played."""

    def __init__(self, ladder: Ladder, n_deals: int) -> None:
        self.ladder = ladder
        super().__init__(f"interrupted: the ladder is based on {ladder.deals:,} of {n_deals:,} deals")


class InterruptedSkillLadder(Interrupted):
    """Ctrl-C during a skill ladder: `ladder` is that of the deals that all pairs have played."""

    def __init__(self, ladder: SkillLadder, n_deals: int) -> None:
        self.ladder = ladder
        super().__init__(f"interrupted: the steps are based on {ladder.deals:,} of {n_deals:,} deals")


def tournament(
    board: str | os.PathLike[str] | Board,
    bots: Sequence[str],
    *,
    players: int = 2,
    gauntlet: str | None = None,
    games: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    threads: Workers = None,
    progress: Progress = lambda done, n_games: None,
) -> Ladder:
    """Plays bots against one another and ranks them, as `ttrsim tournament` does.

    Args:
        board: A built-in board, the folder of your own, or a loaded board.
        bots: The bots of the field, at least as many as `players`.
        players: Players at a table.
        gauntlet: Play only the line-ups with this bot. By default all line-ups play.
        games: Number of games in all, rounded up to whole deals. Give `games` or `deals`, not both.
        deals: Deals of each line-up (default: 1,000). Each is played in every rotation over the seats.
        seed: Seed of all deals.
        out: A folder to write the tables, `matrix.png` and `tournament.json` to.
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with the games played so far and the games in all.

    Returns:
        The ladder: strength, wins and points of each bot with 95 % intervals, and the win matrix.

    Raises:
        InterruptedTournament: After Ctrl-C, with the ladder of the deals that are complete.

    """

    def line_ups_of(names: list[str]) -> NDArray[np.intp]:
        return line_ups_of_tournament(len(names), players, _place(names, gauntlet), seed)

    played = _set_up(board, bots, players, line_ups_of, games, deals, seed)
    _play(played, threads, progress)
    ladder = make_ladder(played.board, [bot.name for bot in played.bots], played.scores, seed)
    if out is not None:
        write_tournament(ladder, Path(out))
    if ladder.deals < played.n_deals:
        raise InterruptedTournament(ladder, played.n_deals)
    return ladder


def skill_ladder(
    board: str | os.PathLike[str] | Board,
    ladder: str,
    *,
    games: int | None = None,
    deals: int | None = None,
    seed: int = 1,
    out: str | Path | None = None,
    threads: Workers = None,
    progress: Progress = lambda done, n_games: None,
) -> SkillLadder:
    """Plays each bot against the one before, as `ttrsim tournament --ladder` does: how deep is the game?

    Args:
        board: A built-in board, the folder of your own, or a loaded board.
        ladder: The bots, the weakest first: a weight with several values ("seer.rollouts=50,100,200"), or names
            ("random,greedy,planner").
        games: Number of games in all, rounded up to whole deals. Give `games` or `deals`, not both.
        deals: Deals of each pair (default: 1,000). Each is played in both seatings.
        seed: Seed of all deals.
        out: A folder to write `skill.csv` and `skill.json` to.
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with the games played so far and the games in all.

    Returns:
        For each step the share of wins, the lead in Elo and the Elo for each doubling, with 95 % intervals.

    Raises:
        InterruptedSkillLadder: After Ctrl-C, with the steps over the deals that are complete.

    """
    specs, numbers = read_ladder(ladder)
    played = _set_up(board, specs, 2, lambda names: line_ups_of_ladder(len(names)), games, deals, seed)
    _play(played, threads, progress)
    names, n_deals = [bot.name for bot in played.bots], len(played.scores.wins)
    steps = make_steps(names, numbers, played.scores)
    skill = SkillLadder(played.board.name, played.board.notice, n_deals, seed, steps)
    if out is not None:
        write_skill(skill, Path(out))
    if n_deals < played.n_deals:
        raise InterruptedSkillLadder(skill, played.n_deals)
    return skill


def _set_up(
    board: str | os.PathLike[str] | Board,
    specs: Sequence[str],
    n_players: int,
    line_ups_of: Callable[[list[str]], NDArray[np.intp]],
    games: int | None,
    deals: int | None,
    seed: int,
) -> Tournament:
    """A tournament of the line-ups that `line_ups_of` makes of the bots' names."""
    if games is not None and deals is not None:
        raise UserError("give the number of games or the number of deals, not both")
    loaded = load_board(board) if isinstance(board, str | os.PathLike) else board
    check_players(loaded, n_players)
    compile_ahead(loaded.game, specs)
    find = cache(bot_function)
    bots = [load_bot(spec, loaded.game, find) for spec in specs]
    line_ups = line_ups_of(_distinct_names(bots))
    if games is not None:
        deals = min(MAX_DEALS, max(MIN_DEALS, -(-games // line_ups.size)))
    return Tournament(loaded, bots, line_ups, deals or DEFAULT_DEALS, seed)


def _play(tournament: Tournament, threads: Workers, progress: Progress) -> None:
    """An interrupt leaves a tournament of fewer deals."""
    n_games = tournament.line_ups.size * tournament.n_deals
    try:
        tournament.play(as_executor(threads), lambda done: progress(done, n_games))
    except KeyboardInterrupt:
        if len(tournament.scores.wins) < MIN_DEALS:
            raise


def _distinct_names(field: list[Bot]) -> list[str]:
    names = [bot.name for bot in field]
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{name!r} is listed twice")
    return names


def _place(names: list[str], gauntlet: str | None) -> int | None:
    if gauntlet is None:
        return None
    if gauntlet not in names:
        raise UserError(f"--gauntlet {gauntlet!r} is not one of the bots: {', '.join(names)}")
    return names.index(gauntlet)
