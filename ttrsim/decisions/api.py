"""Decisions from Python: `ttrsim.advise`, `ttrsim.opening` and `ttrsim.analyse`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ttrsim.decisions import advice
from ttrsim.decisions.advice import Advice, Limits, Report
from ttrsim.decisions.analysis import Analysis, Progress, analyse_game
from ttrsim.decisions.judging import DEPTH
from ttrsim.decisions.opening import Opening
from ttrsim.engine.bots import Bot
from ttrsim.engine.executor import Threads
from ttrsim.positions.position import Position
from ttrsim.positions.replay import read_record
from ttrsim.record.reader import RecordedGame
from ttrsim.rollouts.play import DEFAULT_POLICY
from ttrsim.stats.intervals import CONFIDENCE

__all__ = ["Advice", "Analysis", "advise", "analyse"]


def advise(
    position: Position | Opening | str | os.PathLike[str],
    *,
    policy: str | Bot | Sequence[str | Bot] = DEFAULT_POLICY,
    confidence: float = CONFIDENCE,
    tolerance: float = advice.TOLERANCE,
    precision: float | None = None,
    seconds: float = advice.SECONDS,
    rollouts: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Report = lambda trial: None,
) -> Advice:
    """Says which choice wins most often in a position, as `ttrsim advise` does.

    Args:
        position: A position, a saved one by its path, or an opening (`ttrsim.opening`).
        policy: Who plays on after the choice: a bot for all seats, or one for each.
        confidence: The chance that the best choice is not ruled out.
        tolerance: It stops when no other choice can win more often than the best by more than this.
        precision: Goes on until the best choice's win share is known to ± this (default: until the best is known).
        seconds: Time limit.
        rollouts: Limit of the games played (default: none).
        seed: Seed of the worlds.
        threads: Number of threads (default: one for each core).
        progress: Called after each round with what is known so far.

    Returns:
        All choices with win share, points and the chance to be the best, best one first. On Ctrl-C, what is known.

    """
    if isinstance(position, str | os.PathLike):
        position = Position.load(Path(position))
    limits = Limits(confidence, tolerance, precision, seconds, rollouts)
    state_of = position.state_of if isinstance(position, Opening) else None
    table = position.position if isinstance(position, Opening) else position
    dealt = position.dealt if isinstance(position, Opening) else ()
    return advice.advise(
        table, policy, limits, seed=seed, state_of=state_of, executor=Threads(threads), report=progress, imagined=dealt
    )


def analyse(
    record: RecordedGame | str | os.PathLike[str],
    *,
    game: int | None = None,
    policy: str = DEFAULT_POLICY,
    depth: int = DEPTH,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = lambda done, of: None,
) -> Analysis:
    """Judges every decision of a recorded game, as `ttrsim analyse` does.

    Args:
        record: A recorded game, or the path of its record.
        game: The number of the game (default: the only one of the record).
        policy: The bot that plays on in all seats.
        depth: Worlds in which the played choice meets the best other one.
        seed: Seed of the worlds.
        threads: Number of threads (default: one for each core).
        progress: Called with the number of decisions judged and of all decisions.

    Returns:
        The analysis. Ctrl-C raises KeyboardInterrupt; the decisions judged so far are kept, and the same call goes on.

    """
    return analyse_game(read_record(record, game), policy, depth, seed, Threads(threads), progress)
