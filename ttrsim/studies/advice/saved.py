"""Where analyses are kept, by game: so Ctrl-C or a kill loses nothing, and pages of a game can show its analysis."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ttrsim.errors import RunError
from ttrsim.machine.builds import cache_root
from ttrsim.machine.sources import source_digest
from ttrsim.play.bots.specs import parse_spec
from ttrsim.play.record.reader import RecordedGame
from ttrsim.runs.folder import FolderError
from ttrsim.studies.advice import judging
from ttrsim.studies.advice.judging import Judged
from ttrsim.studies.advice.request import AnalyseRequest
from ttrsim.studies.study import REQUEST, read_lines

DECISIONS = "decisions.jsonl"


def folder() -> Path:
    return cache_root() / "analyses"


def name_of(game: RecordedGame, request: AnalyseRequest) -> str:
    """Of the folder of an analysis: by the game, how it is judged, and the code that judges it."""
    how = [request.policy, request.depth, request.world_seed, identity_of(game, request.policy)]
    return f"{_game_key(game)}-{_digest(how)}"


def identity_of(game: RecordedGame, policy: str) -> Any:
    """The judging, the code of all bots and their weights on the board: an older analysis does not count."""
    code = [source_digest(game.board.game.kernel.bot_sources), Path(judging.__file__).read_text(encoding="utf-8")]
    return _digest([code, game.board.weights, _policy_text(policy)])


def read_judged(path: Path) -> Iterator[Judged]:
    for place, values in enumerate(read_lines(path)):
        try:
            decision = Judged(**values)
        except TypeError:
            decision = None
        if decision is None or decision.place != place:
            raise FolderError(f"{path}: line {place + 1} is damaged. Restore it, or begin again")
        yield decision


def finished_analysis(game: RecordedGame, n_decisions: int) -> tuple[AnalyseRequest, list[Judged]] | None:
    """The deepest complete analysis of a game by the bots as they are now."""
    finished = []
    for path in sorted(folder().glob(f"{_game_key(game)}-*/{DECISIONS}")):
        with suppress(OSError, ValueError, TypeError, KeyError, RunError):
            request = AnalyseRequest(**json.loads((path.parent / REQUEST).read_bytes())["request"])
            judged = list(read_judged(path))
            if len(judged) == n_decisions and path.parent.name == name_of(game, request):
                finished.append((request, judged))
    return max(finished, key=lambda analysis: analysis[0].depth, default=None)


def _game_key(game: RecordedGame) -> str:
    board = game.board.as_dict()
    return _digest([game.start, [event for _, event in game.events], board])


def _digest(values: Any) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _policy_text(policy: str) -> str:
    """The source and the weights of a user's own bot: they can change while its name stays the same."""
    parts = parse_spec(policy)
    paths = [Path(file) for file in (parts.file, parts.weights_file) if file]
    return "".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())
