"""Tuning from Python: `ttrsim.tune`."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter, ValidationError

from ttrsim.documents.csv import rows_text
from ttrsim.documents.document import cell_text
from ttrsim.documents.json import json_text
from ttrsim.files.whole import write_whole
from ttrsim.games.registry import load_board
from ttrsim.play.bots.finding import bot_function, load_bot
from ttrsim.play.identity import identity_of
from ttrsim.play.table import check_players
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.folder import FolderError
from ttrsim.stats.intervals import Estimate, z_critical
from ttrsim.studies.study import Study, absolute, append_json, begin, read_lines
from ttrsim.studies.tune.checks import GENERATIONS, Pool, play_deviations, play_verification, seed_of
from ttrsim.studies.tune.request import DEFAULT_GAMES, TuneRequest
from ttrsim.studies.tune.result import Tuned, generation_rows
from ttrsim.studies.tune.search import Generation, WeightSearch, mean_of_best
from ttrsim.studies.tune.space import Space
from ttrsim.workers.executor import Executor

STUDY, RESULT, PLOT = "study.jsonl", "result.json", "search.png"
TABLE, DEVIATIONS = "generations.csv", "sensitivity.csv"
SHOWN = 5  # last generations, whose mean lead is shown
MIN_STUDY = 3  # generations

_GENERATION = TypeAdapter(Generation)


class TuneStudy(Study[TuneRequest, Tuned]):
    """A search by generations. Each line of `study.jsonl` is a complete one.

    A kill loses at most the generation that is being played. It is played again on the same deals, so the study
    continues as if nothing had happened.
    """

    asks = TuneRequest
    parent = Path("tuned")

    def __init__(self, request: TuneRequest) -> None:
        self._board = load_board(absolute(request.board))
        check_players(self._board, request.players)
        find = cache(bot_function)
        specs = [request.bot, *(request.against or (request.bot,))]
        start, *pool = (load_bot(spec, self._board.game, find) for spec in specs)
        budget = request.games or (DEFAULT_GAMES if request.minutes is None else None)
        named = {"bot": start.name, "against": tuple(bot.name for bot in pool), "board": absolute(request.board)}
        self.request = request.model_copy(update=named | {"games": budget})
        self.name = f"{start.name.partition('(')[0]}-{request.title}"
        self._bots = [start, *pool]
        self._space = Space.of(start, self._board, request.players, request.weights)
        self._pool = Pool(self._board, tuple(pool), request.players)
        self._search = WeightSearch(self._space, request.seed)

    def identity(self) -> Any:
        return identity_of(self._board, self._bots)

    def complete(self) -> str:
        return f"{len(self._search.past)} generations are complete"

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Tuned:
        self._search.replay(_generations(path / STUDY))
        while not self._is_over():
            generation = self._play_generation(executor, progress)
            append_json(path / STUDY, generation.as_dict())
            self._search.tell(generation)
        return self._conclude(path, executor, progress)

    def write(self, found: Tuned, path: Path) -> None:
        from ttrsim.studies.tune.figure import draw_search  # matplotlib is slow to import

        contents = {
            found.weights_file.name: found.weights_toml().encode(),
            TABLE: rows_text(generation_rows(found.generations)).encode(),
            DEVIATIONS: rows_text(map(vars, found.deviations)).encode(),
            PLOT: draw_search(found),
            RESULT: json_text(found.as_dict()).encode(),
        }
        for name, content in contents.items():
            write_whole(path / name, content)

    # ---- the search ------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        request, past = self.request, self._search.past
        if len(past) < MIN_STUDY:
            return False
        if request.minutes is not None:
            return sum(generation.seconds for generation in past) >= 60 * request.minutes
        return len(past) >= math.ceil((request.games or 0) / self._games_of_generation)

    @property
    def _games_of_generation(self) -> int:
        return self._pool.games(self._search.population + 2, self.request.deals)

    def _play_generation(self, executor: Executor, progress: Progress) -> Generation:
        """The candidates, the start and the incumbent on the same new deals."""
        request, space, search = self.request, self._space, self._search
        began, number = time.monotonic(), len(search.past) + 1
        candidates = search.ask()
        weights = [*map(space.weights, candidates), space.start, space.weights(search.incumbent)]
        progress.begin(f"generation {number}{self._budget_text()}{_lead_text(search.past)}")
        bots = [space.candidate(each) for each in weights]
        shares = self._pool.win_shares(
            bots, request.deals, seed_of(request.seed, GENERATIONS, number), executor, progress
        )
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
            games=self._games_of_generation,
            seconds=time.monotonic() - began,
        )

    def _budget_text(self) -> str:
        request, past = self.request, self._search.past
        if request.minutes is not None:
            return f", {sum(each.seconds for each in past) / 60:.1f} of {request.minutes:g} minutes"
        return f" of {max(MIN_STUDY, math.ceil((request.games or 0) / self._games_of_generation))}"

    # ---- the result ------------------------------------------------------------------------------

    def _conclude(self, path: Path, executor: Executor, progress: Progress) -> Tuned:
        request, space, search = self.request, self._space, self._search
        weights = space.weights(search.result())
        progress.begin("against the start")
        match = play_verification(request, space.candidate(weights).name, executor, progress)
        progress.begin("one-step deviations")
        deviations = play_deviations(space, weights, self._pool, request, executor, progress)
        return Tuned(request, space, weights, match, deviations, search.past, path, self._board.notice)


@takes(TuneRequest)
def tune(request: TuneRequest, progress: Progress) -> Tuned:
    """Returns:
        The tuned bot: its `weights`, its `match` against the start on fresh deals, and `deviations` of each weight.

    Raises:
        Interrupted: After Ctrl-C, with the command that resumes. No complete generation is lost.

    """
    return begin(TuneStudy(request), progress)


def _generations(path: Path) -> list[Generation]:
    """Those that are complete."""
    generations = []
    for place, values in enumerate(read_lines(path), start=1):
        try:
            generation = _GENERATION.validate_python(values)
        except ValidationError as error:
            raise FolderError(f"{path}: line {place} is damaged: {error.errors()[0]['msg']}. Restore it") from None
        if generation.generation != place:
            raise FolderError(f"{path}: line {place} is of generation {generation.generation}: restore the file")
        generations.append(generation)
    return generations


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
