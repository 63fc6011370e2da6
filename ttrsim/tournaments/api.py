"""Tournaments from Python: `ttrsim.tournament`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from ttrsim.engine.bots import Bot, bot_function, load_bot
from ttrsim.engine.executor import Workers, as_executor
from ttrsim.engine.seatings import line_ups_of_tournament
from ttrsim.engine.table import check_players
from ttrsim.errors import Interrupted, UserError
from ttrsim.games.contract import Board
from ttrsim.games.registry import game_of, load_board
from ttrsim.tournaments import DEFAULT_DEALS, MAX_DEALS, MIN_DEALS
from ttrsim.tournaments.files import write_tournament
from ttrsim.tournaments.ladder import Ladder, make_ladder
from ttrsim.tournaments.play import Tournament
from ttrsim.tournaments.skill import SkillLadder, line_ups_of_ladder, make_steps, read_ladder, write_skill

Progress = Callable[[int, int], None]  # games played so far, and games in all


class InterruptedTournament(Interrupted):
    """Ctrl-C during a tournament: `ladder` is that of the deals that all line-ups have played."""

    def __init__(self, ladder: Ladder, n_deals: int) -> None:
        self.ladder = ladder
        super().__init__(f"interrupted: the ladder is based on {ladder.n_deals:,} of {n_deals:,} deals")


class InterruptedSkillLadder(Interrupted):
    """Ctrl-C during a skill ladder: `ladder` is that of the deals that all pairs have played."""

    def __init__(self, ladder: SkillLadder, n_deals: int) -> None:
        self.ladder = ladder
        super().__init__(f"interrupted: the steps are based on {ladder.n_deals:,} of {n_deals:,} deals")


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
        out: A folder to write `ladder.csv`, `matrix.csv`, `matrix.png` and `tournament.json` to.
        threads: Number of threads, or a `ttrsim.engine.cluster.Cluster` (default: one thread for each core).
        progress: Called with the games played so far and the games in all.

    Returns:
        The ladder: strength, wins and points of each bot with 95 % intervals, and the win matrix.

    Raises:
        InterruptedTournament: After Ctrl-C, with the ladder of the deals that are complete.

    """
    if games is not None and deals is not None:
        raise UserError("give the number of games or the number of deals, not both")
    loaded = load_board(board) if isinstance(board, str | os.PathLike) else board
    check_players(loaded, players)
    find = cache(bot_function)
    field = [load_bot(spec, game_of(loaded), find) for spec in bots]
    line_ups = line_ups_of_tournament(len(field), players, _place(_distinct_names(field), gauntlet), seed)
    if games is not None:
        deals = min(MAX_DEALS, max(MIN_DEALS, -(-games // line_ups.size)))
    played = Tournament(loaded, field, line_ups, deals or DEFAULT_DEALS, seed)
    _play(played, threads, progress)
    ladder = make_ladder(loaded, [bot.name for bot in field], played.scores, seed)
    if out is not None:
        write_tournament(ladder, Path(out))
    if ladder.n_deals < played.n_deals:
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
        threads: Number of threads, or a `ttrsim.engine.cluster.Cluster` (default: one thread for each core).
        progress: Called with the games played so far and the games in all.

    Returns:
        For each step the share of wins, the lead in Elo and the Elo for each doubling, with 95 % intervals.

    Raises:
        InterruptedSkillLadder: After Ctrl-C, with the steps over the deals that are complete.

    """
    if games is not None and deals is not None:
        raise UserError("give the number of games or the number of deals, not both")
    specs, numbers = read_ladder(ladder)
    loaded = load_board(board) if isinstance(board, str | os.PathLike) else board
    check_players(loaded, 2)
    find = cache(bot_function)
    field = [load_bot(spec, game_of(loaded), find) for spec in specs]
    names, line_ups = _distinct_names(field), line_ups_of_ladder(len(field))
    if games is not None:
        deals = min(MAX_DEALS, max(MIN_DEALS, -(-games // line_ups.size)))
    played = Tournament(loaded, field, line_ups, deals or DEFAULT_DEALS, seed)
    _play(played, threads, progress)
    n_deals = len(played.scores.wins)
    found = SkillLadder(loaded.name, loaded.notice, n_deals, seed, make_steps(names, numbers, played.scores))
    if out is not None:
        write_skill(found, Path(out))
    if n_deals < played.n_deals:
        raise InterruptedSkillLadder(found, played.n_deals)
    return found


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
