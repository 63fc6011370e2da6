"""Tuning from Python: `ttrsim.tune`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np

from ttrsim.documents.csv import rows_text
from ttrsim.documents.document import cell_text
from ttrsim.errors import Interrupted, UserError
from ttrsim.files.whole import make_folder
from ttrsim.games.board import Board
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import Bot, bot_function, load_bot
from ttrsim.play.identity import identity_of
from ttrsim.play.table import check_players
from ttrsim.runs.folder import FolderError, locked
from ttrsim.stats.intervals import Estimate, z_critical
from ttrsim.studies.tune import DEFAULT_DEALS, DEFAULT_GAMES, MAX_DEALS, MIN_DEALS
from ttrsim.studies.tune.checks import GENERATIONS, MORE_DEALS, play_deviations, play_verification
from ttrsim.studies.tune.folder import (
    DEVIATIONS,
    PLOT,
    RESULT,
    TABLE,
    Settings,
    StudyFolder,
    json_bytes,
    resume_command,
)
from ttrsim.studies.tune.play import Pool, seed_of
from ttrsim.studies.tune.result import Tuned, generation_rows
from ttrsim.studies.tune.search import Generation, Search, mean_of_best
from ttrsim.studies.tune.space import Space
from ttrsim.workers.executor import Executor, Workers, as_executor

FOLDER = Path("tuned")
SHOWN = 5  # last generations, whose mean lead is shown
MIN_STUDY = 3  # generations

Progress = Callable[[str], None]


def tune(
    bot: str,
    *,
    board: str = "usa",
    players: int = 2,
    against: Sequence[str] = (),
    weights: Sequence[str] | None = None,
    games: int | None = None,
    minutes: float | None = None,
    deals: int = DEFAULT_DEALS,
    seed: int = 1,
    out: str | Path | None = None,
    threads: Workers = None,
    progress: Progress = lambda text: None,
) -> Tuned:
    """Searches for the weights with which a bot wins most, as `ttrsim tune` does.

    Args:
        bot: The bot, with the weights at which the search starts.
        board: A built-in board, or the folder of your own.
        players: Players at a table: the bot and others from the pool.
        against: The pool (default: the bot as it starts). Every bot of it sits at equally many tables.
        weights: The weights to tune (default: all).
        games: Games of the search, rounded up to whole generations (default: 1,000,000).
        minutes: In place of `games`: start no new generation after this time.
        deals: Deals of each generation. All its candidates play the same ones.
        seed: Seed of the search and of all deals.
        out: The folder of the study (default: a new one in `tuned/`).
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with a line that says how far the search is.

    Returns:
        The tuned bot: its `weights`, its `match` against the start on fresh deals, and `deviations` of each weight.

    Raises:
        Interrupted: After Ctrl-C, with the command that resumes. No complete generation is lost.

    """
    if games is not None and minutes is not None:
        raise UserError("give the number of games or the number of minutes, not both")
    if not MIN_DEALS <= deals <= MAX_DEALS:
        raise UserError(f"deals should be from {MIN_DEALS} to {MAX_DEALS:,}, not {deals:,}")
    if games is None and minutes is None:
        games = DEFAULT_GAMES
    loaded = load_board(board)
    check_players(loaded, players)
    start, *pool = _load(loaded, [bot, *(against or [bot])])
    space = Space.of(start, loaded, players, weights)
    settings = Settings(
        bot=start.name,
        board=board,
        players=players,
        against=[other.name for other in pool],
        games=games,
        minutes=minutes,
        deals=deals,
        seed=seed,
        start=space.start,
        bounds=space.bounds,
        identity=identity_of(loaded, [start, *pool]),
    )
    path = Path(out) if out is not None else _new_folder(f"{start.name.partition('(')[0]}-{settings.name}")
    make_folder(path)
    with locked(path):
        folder = StudyFolder.create(path, settings)
        return _run(folder, loaded, space, pool, as_executor(threads), progress)


def resume_tuning(path: str | Path, *, threads: Workers = None, progress: Progress = lambda text: None) -> Tuned:
    """Continues a study that was interrupted or killed. It ends as it would have without the interruption."""
    with locked(Path(path)):
        folder = StudyFolder.open(Path(path))
        settings = folder.settings
        board = load_board(settings.board)
        start, *pool = _load(board, [settings.bot, *settings.against])
        if identity_of(board, [start, *pool]) != settings.identity:
            raise FolderError(
                f"'{path}': ttrsim, the board or one of the bots has changed since the study was started: old and new "
                "games must not be mixed. Restore them, or tune again."
            )
        space = Space(start, settings.start, settings.bounds)
        return _run(folder, board, space, pool, as_executor(threads), progress)


def _load(board: Board, specs: Sequence[str]) -> list[Bot]:
    find = cache(bot_function)
    return [load_bot(spec, board.game, find) for spec in specs]


def _new_folder(name: str) -> Path:
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name).strip("-")
    for number in count(1):
        path = FOLDER / (plain if number == 1 else f"{plain}-{number}")
        if not path.exists():
            return path
    raise AssertionError  # numbers do not end


# ---- the search ----------------------------------------------------------------------------------


def _run(
    folder: StudyFolder, board: Board, space: Space, pool: Sequence[Bot], executor: Executor, progress: Progress
) -> Tuned:
    settings = folder.settings
    opponents = Pool(board, tuple(pool), settings.players)
    search = Search(space, settings.seed)
    try:
        search.replay(folder.generations)
        while not _is_over(settings, opponents, search):
            generation = _play_generation(settings, space, opponents, search, executor, progress)
            folder.add(generation)
            search.tell(generation)
        return _conclude(folder, board, space, opponents, search, executor, progress)
    except KeyboardInterrupt:
        n = len(search.past)
        raise Interrupted(
            f"interrupted after {n} complete generations; `{resume_command(folder.path)}` continues the study"
        ) from None


def _is_over(settings: Settings, pool: Pool, search: Search) -> bool:
    if len(search.past) < MIN_STUDY:
        return False
    if settings.minutes is not None:
        return sum(generation.seconds for generation in search.past) >= 60 * settings.minutes
    return len(search.past) >= math.ceil((settings.games or 0) / _games_of_generation(settings, pool, search))


def _games_of_generation(settings: Settings, pool: Pool, search: Search) -> int:
    return pool.games(search.population + 2, settings.deals)


def _play_generation(
    settings: Settings, space: Space, pool: Pool, search: Search, executor: Executor, progress: Progress
) -> Generation:
    """The candidates, the start and the incumbent on the same new deals."""
    began, number = time.monotonic(), len(search.past) + 1
    candidates = search.ask()
    weights = [*map(space.weights, candidates), space.start, space.weights(search.incumbent)]
    n_games = _games_of_generation(settings, pool, search)

    def tell(done: int) -> None:
        progress(_status(settings, pool, search, number, done, n_games))

    bots = [space.candidate(each) for each in weights]
    shares = pool.win_shares(bots, settings.deals, seed_of(settings.seed, GENERATIONS, number), executor, tell)
    means = shares.mean(axis=0)
    lead = shares[:, -1] - shares[:, -2]
    return Generation(
        generation=number,
        candidates=candidates.tolist(),
        win_shares=means[:-2].tolist(),
        start=float(means[-2]),
        incumbent=float(means[-1]),
        lead=float(lead.mean()),
        lead_error=float(lead.std(ddof=1)) / math.sqrt(len(lead)),
        next_incumbent=mean_of_best(candidates, means[:-2]).tolist(),
        games=n_games,
        seconds=time.monotonic() - began,
    )


def _status(settings: Settings, pool: Pool, search: Search, number: int, done: int, n_games: int) -> str:
    played = sum(each.games for each in search.past) + done
    if settings.minutes is not None:
        budget = f"{sum(each.seconds for each in search.past) / 60:.1f} of {settings.minutes:g} minutes"
    else:
        whole = max(MIN_STUDY, math.ceil((settings.games or 0) / n_games)) * n_games
        budget = f"{played:,} of {whole:,} games"
    return f"generation {number}, {budget}{_lead_text(search.past)}"


def _lead_text(past: Sequence[Generation]) -> str:
    """Of the last generations together: each has deals of its own."""
    if not past:
        return ""
    last = past[-SHOWN:]
    lead = float(np.mean([each.lead for each in last]))
    half = z_critical() * math.sqrt(sum(each.lead_error**2 for each in last)) / len(last)
    share = float(np.mean([each.incumbent for each in last]))
    text = cell_text(Estimate(lead, lead - half, lead + half), "signed_share")
    return f"; best so far wins {share:.1%}, {text} on the start"


# ---- the result ----------------------------------------------------------------------------------


def _conclude(
    folder: StudyFolder,
    board: Board,
    space: Space,
    pool: Pool,
    search: Search,
    executor: Executor,
    progress: Progress,
) -> Tuned:
    from ttrsim.studies.tune.figure import draw_search  # matplotlib is slow to import

    settings = folder.settings
    weights = space.weights(search.result())
    tuned = space.candidate(weights)
    n_deals = MORE_DEALS * settings.deals
    match = play_verification(
        settings.board, tuned.name, settings.bot, settings.players, settings.seed, executor, progress
    )
    n_games = pool.games(1 + 2 * len(space.bounds), n_deals)
    deviations = play_deviations(
        space,
        weights,
        pool,
        n_deals,
        settings.seed,
        executor,
        lambda done: progress(f"one-step deviations: {done:,} of at most {n_games:,} games"),
    )
    result = Tuned(settings, weights, match, deviations, search.past, folder.path, board.notice)
    folder.write(
        {
            result.weights_file.name: result.weights_toml().encode(),
            TABLE: rows_text(generation_rows(search.past)).encode(),
            DEVIATIONS: rows_text(map(vars, deviations)).encode(),
            PLOT: draw_search(settings, search.past, board.notice),
            RESULT: json_bytes(result.as_dict()),
        }
    )
    return result
