"""Saves judged decisions in the cache, so that Ctrl-C or a kill loses nothing and pages can show them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ttrsim.files.whole import make_folder, open_to_append, write_whole
from ttrsim.machine.builds import cache_root
from ttrsim.machine.sources import source_digest
from ttrsim.play.bots.specs import parse_spec
from ttrsim.play.record.reader import RecordedGame
from ttrsim.studies.decisions import judging
from ttrsim.studies.decisions.judging import Judged


@dataclass(frozen=True)
class Settings:
    """How decisions are judged."""

    policy: str
    depth: int
    seed: int


class SavedDecisions:
    """The decisions of a game judged so far. Their file has a line with the settings and a line for each of them."""

    def __init__(self, game: RecordedGame, settings: Settings) -> None:
        self.settings = settings
        self.path = _folder() / f"{_game_key(game)}-{_settings_key(game, settings)}.jsonl"
        self.judged = _read(self.path)
        with suppress(OSError):  # remove a line that a killed process left incomplete
            if self.path.exists():
                write_whole(self.path, "".join(map(_line, self._contents())).encode())

    def add(self, decision: Judged) -> None:
        """If the cache is not writable, the decision is not saved: after a kill, the analysis starts over."""
        self.judged.append(decision)
        with suppress(OSError):
            make_folder(self.path.parent)
            is_new = not self.path.exists()
            with open_to_append(self.path) as stream:
                stream.write("".join(map(_line, self._contents() if is_new else [asdict(decision)])).encode())

    def _contents(self) -> Iterator[dict[str, Any]]:
        yield asdict(self.settings)
        yield from map(asdict, self.judged)


def finished_analysis(game: RecordedGame, n_decisions: int) -> tuple[Settings, list[Judged]] | None:
    """The deepest complete analysis of a game by the bots as they are now."""
    finished: list[tuple[Settings, list[Judged]]] = []
    for path in sorted(_folder().glob(f"{_game_key(game)}-*.jsonl")):
        with suppress(OSError, ValueError, TypeError):
            with path.open(encoding="utf-8") as stream:
                settings = Settings(**json.loads(stream.readline()))
            judged = _read(path)
            if len(judged) == n_decisions and path.stem.endswith(_settings_key(game, settings)):
                finished.append((settings, judged))
    return max(finished, key=lambda analysis: analysis[0].depth, default=None)


def _folder() -> Path:
    return cache_root() / "analyses"


def _line(values: dict[str, Any]) -> str:
    return json.dumps(values) + "\n"


def _read(path: Path) -> list[Judged]:
    judged: list[Judged] = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()[1:]
    except OSError:
        return []
    for line in lines:
        try:
            decision = Judged(**json.loads(line))
        except (ValueError, TypeError):  # the last line of a process that was killed
            break
        if decision.place != len(judged):
            break
        judged.append(decision)
    return judged


def _game_key(game: RecordedGame) -> str:
    board = game.board.as_dict()
    return _digest([game.start, [event for _, event in game.events], board])


def _settings_key(game: RecordedGame, settings: Settings) -> str:
    """Covers the judging, the code of all bots and their weights on the board, so an older analysis does not count."""
    code = [source_digest(game.board.game.kernel.bot_sources), Path(judging.__file__).read_text(encoding="utf-8")]
    return _digest([asdict(settings), code, game.board.weights, _policy_text(settings.policy)])


def _digest(values: Any) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]


def _policy_text(policy: str) -> str:
    """The source and the weights of a user's own bot: they can change while its name stays the same."""
    parts = parse_spec(policy)
    paths = [Path(file) for file in (parts.file, parts.weights_file) if file]
    return "".join(path.read_text(encoding="utf-8") for path in paths if path.is_file())
