"""Decisions from Python: `ttrsim.advise`, `ttrsim.opening` and `ttrsim.analyse`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ttrsim.play.bots.finding import Bot
from ttrsim.play.position import Position
from ttrsim.play.record.reader import RecordedGame
from ttrsim.play.replay import read_record
from ttrsim.stats.intervals import CONFIDENCE
from ttrsim.studies.decisions import trial
from ttrsim.studies.decisions.advice import SECONDS, TOLERANCE, Advice, Limits
from ttrsim.studies.decisions.analysis import Analysis, Progress, analyse_game
from ttrsim.studies.decisions.judging import DEPTH
from ttrsim.studies.decisions.opening import Opening
from ttrsim.studies.decisions.trial import Report
from ttrsim.workers.executor import Threads

__all__ = ["Advice", "Analysis", "advise", "analyse"]


def advise(
    position: Position | Opening | str | os.PathLike[str],
    *,
    policy: str | Bot | Sequence[str | Bot] | None = None,
    confidence: float = CONFIDENCE,
    tolerance: float = TOLERANCE,
    precision: float | None = None,
    seconds: float = SECONDS,
    rollouts: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Report = lambda trial: None,
) -> Advice:
    """Says which choice wins most often in a position, as `ttrsim advise` does.

    Args:
        position: A position, a saved one by its path, or an opening (`ttrsim.opening`).
        policy: The bot that plays on after the choice in all seats, or one bot for each seat
            (default: the one that `bots check` measures others against).
        confidence: The chance that the best choice is not ruled out.
        tolerance: The search stops when no other choice can be better than the best one by more than this win share.
        precision: Continues until the best choice's win share is known within this (default: until the best is clear).
        seconds: Time limit.
        rollouts: Maximum number of games to play (default: no limit).
        seed: Seed of the worlds.
        threads: Number of threads (default: one for each core).
        progress: Called after each round with the results so far.

    Returns:
        All choices with win share, points and the chance to be the best, best one first. Ctrl-C ends the search early.

    """
    if isinstance(position, str | os.PathLike):
        position = Position.load(Path(position))
    limits = Limits(confidence, tolerance, precision, seconds, rollouts)
    state_of = position.state_of if isinstance(position, Opening) else None
    table = position.position if isinstance(position, Opening) else position
    dealt = position.dealt if isinstance(position, Opening) else ()
    return trial.advise(
        table, policy, limits, seed=seed, state_of=state_of, executor=Threads(threads), report=progress, imagined=dealt
    )


def analyse(
    record: RecordedGame | str | os.PathLike[str],
    *,
    game: int | None = None,
    policy: str | None = None,
    depth: int = DEPTH,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = lambda done, of: None,
) -> Analysis:
    """Judges every decision of a recorded game, as `ttrsim analyse` does.

    Args:
        record: A recorded game, or the path of its record.
        game: The number of the game in the record (default: the only one).
        policy: The bot that plays on in all seats (default: the one that `bots check` measures others against).
        depth: Number of worlds in which the played choice is compared with the best other one.
        seed: Seed of the worlds.
        threads: Number of threads (default: one for each core).
        progress: Called with the number of decisions judged so far, and the number of all.

    Returns:
        The analysis. After a KeyboardInterrupt, the same call resumes with the decisions judged so far.

    """
    return analyse_game(read_record(record, game), policy, depth, seed, Threads(threads), progress)
