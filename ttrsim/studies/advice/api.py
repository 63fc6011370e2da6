"""Decisions from Python: `ttrsim.advise` and `ttrsim.analyse`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ttrsim.files.whole import make_folder
from ttrsim.games.registry import load_board
from ttrsim.play.record.reader import RecordedGame, read_games
from ttrsim.play.replay import read_record, replayed, with_notes_of
from ttrsim.play.rollouts import default_policy
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.folder import FolderError
from ttrsim.studies.advice import saved, trial
from ttrsim.studies.advice.advice import Advice, Limits
from ttrsim.studies.advice.analysis import Analysis
from ttrsim.studies.advice.judging import Judged, judge
from ttrsim.studies.advice.opening import Opening
from ttrsim.studies.advice.question import question_of
from ttrsim.studies.advice.request import AdviseRequest, AnalyseRequest
from ttrsim.studies.study import Study, append_json, begin
from ttrsim.workers.executor import Executor


@takes(AdviseRequest)
def advise(request: AdviseRequest, progress: Progress) -> Advice:
    """Returns:
    All choices with win share, points and the chance to be the best, best one first. Ctrl-C ends the search early.

    """
    position, played, imagined = question_of(request)
    limits = Limits(request.confidence, request.tolerance, request.precision, request.seconds, request.rollouts)
    progress.begin("playing the first games …")
    with request.crew(progress) as executor:
        advice = trial.advise(
            position.position if isinstance(position, Opening) else position,
            request.policy,
            limits,
            seed=request.world_seed,
            state_of=position.state_of if isinstance(position, Opening) else None,
            executor=executor,
            progress=progress,
            imagined=(*(position.dealt if isinstance(position, Opening) else ()), *imagined),
        )
    return replace(advice, played=advice.as_named(played))


class AnalyseStudy(Study[AnalyseRequest, Analysis]):
    """A game, judged decision by decision; each is kept in `decisions.jsonl`."""

    asks = AnalyseRequest

    def __init__(self, request: AnalyseRequest) -> None:
        game = _game(request.record, request.game)
        policy = default_policy(game.board.game) if request.policy is None else request.policy
        events = [game.start, *(event for _, event in game.events)]
        self.request = request.model_copy(update={"record": events, "game": None, "policy": policy})
        self._game, self._steps = game, replayed(game, None)
        with_notes_of(policy, game, self._steps)
        self._judged: list[Judged] = []
        self.parent = saved.folder()
        self.name = saved.name_of(game, self.request) if _can_write(self.parent) else ""

    def identity(self) -> Any:
        return saved.identity_of(self._game, self.request.policy)

    def complete(self) -> str:
        return f"{len(self._judged)} of {len(self._steps)} decisions are judged and saved"

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Analysis:
        request, file = self.request, path / saved.DECISIONS
        self._judged = list(saved.read_judged(file))
        progress.expect(len(self._steps), len(self._judged), "decisions")
        for place in range(len(self._judged), len(self._steps)):
            seed = request.world_seed + 2 * place
            self._judged.append(judge(place, *self._steps[place], request.policy, request.depth, seed, executor))
            append_json(file, asdict(self._judged[-1]))
            progress.count()
        return Analysis(self._game, self._steps, self._judged[: len(self._steps)], request.policy, request.depth)


@takes(AnalyseRequest)
def analyse(request: AnalyseRequest, progress: Progress) -> Analysis:
    """Returns:
    The analysis. After a KeyboardInterrupt, the same call resumes with the decisions judged so far.

    """
    return begin(AnalyseStudy(request), progress)


def _game(record: Any, number: int | None) -> RecordedGame:
    """From a file, or as `request.json` has it: its events."""
    if not isinstance(record, list):
        return read_record(record, number)
    lines: Iterator[bytes] = (json.dumps(event).encode() for event in record)
    try:
        [game] = read_games(lines, "request.json", load_board)
    except ValueError:
        raise FolderError("request.json has not one game: restore it, or begin again") from None
    return game


def _can_write(folder: Path) -> bool:
    """Where the cache is not writable, nothing is kept: after a kill, the analysis starts over."""
    try:
        make_folder(folder)
    except OSError:
        return False
    return True
