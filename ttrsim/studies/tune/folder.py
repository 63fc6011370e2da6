"""The folder of a study: `tune.json` says what is tuned, and each line of `study.jsonl` is a complete generation.

A kill loses at most the generation that is being played. It is played again on the same deals, so the study continues
as if nothing had happened.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from ttrsim.errors import UserError
from ttrsim.files.links import refuse_links_in
from ttrsim.files.whole import append_line, write_whole
from ttrsim.runs.folder import FolderError
from ttrsim.runs.scenario.faults import validation_faults
from ttrsim.studies.tune.search import Generation

SETTINGS, STUDY, RESULT, PLOT = "tune.json", "study.jsonl", "result.json", "search.png"
TABLE, DEVIATIONS = "generations.csv", "sensitivity.csv"
FORMAT: Literal["ttrsim tune"] = "ttrsim tune"


@dataclass(frozen=True)
class Settings:
    """What is tuned, and how."""

    bot: str
    board: str
    players: int
    against: list[str]
    games: int | None  # a budget of games or one of minutes
    minutes: float | None
    deals: int  # of each generation
    seed: int
    start: dict[str, float]
    bounds: dict[str, tuple[float, float]]  # of the weights that are tuned
    identity: dict[str, str]  # of board, bots and code: with others, other games would be played
    format: Literal["ttrsim tune"] = FORMAT

    @property
    def name(self) -> str:
        return f"{Path(self.board).name}-{self.players}p"


_SETTINGS, _GENERATION = TypeAdapter(Settings), TypeAdapter(Generation)


class StudyFolder:
    def __init__(self, path: Path, settings: Settings, generations: list[Generation]) -> None:
        self.path, self.settings, self.generations = path, settings, generations

    @classmethod
    def create(cls, path: Path, settings: Settings) -> StudyFolder:
        refuse_links_in(path)
        if (path / SETTINGS).exists():
            raise UserError(
                f"'{path}' holds a study already: `{resume_command(path)}` continues it; or choose another folder"
            )
        write_whole(path / SETTINGS, json_bytes(asdict(settings)))
        return cls(path, settings, [])

    @classmethod
    def open(cls, path: Path) -> StudyFolder:
        refuse_links_in(path)
        settings = _read(path / SETTINGS, (path / SETTINGS).read_bytes(), _SETTINGS)
        return cls(path, settings, _whole_lines(path / STUDY))

    def add(self, generation: Generation) -> None:
        append_line(self.path / STUDY, json.dumps(generation.as_dict(), separators=(",", ":")).encode())
        self.generations.append(generation)

    def write(self, contents: dict[str, bytes]) -> None:
        for name, content in contents.items():
            write_whole(self.path / name, content)


def is_study(path: Path) -> bool:
    return (path / SETTINGS).is_file()


def resume_command(path: Path) -> str:
    return f"ttrsim resume {shlex.quote(str(path))}"


def json_bytes(values: dict[str, Any]) -> bytes:
    return json.dumps(values, indent=2, ensure_ascii=False).encode() + b"\n"


def _whole_lines(path: Path) -> list[Generation]:
    """A last line without its end was cut off by a crash. It is removed, so that the next one begins on a new line."""
    content = path.read_bytes() if path.exists() else b""
    lines = content.split(b"\n")
    if lines.pop():
        write_whole(path, b"".join(line + b"\n" for line in lines))
    generations = [_read(path, line, _GENERATION) for line in lines]
    for place, generation in enumerate(generations, start=1):
        if generation.generation != place:
            raise FolderError(f"{path}: line {place} is of generation {generation.generation}: restore the file")
    return generations


def _read(path: Path, content: bytes, adapter: TypeAdapter[Any]) -> Any:
    try:
        return adapter.validate_json(content)
    except ValidationError as error:
        faults = "; ".join(map(str, validation_faults(error, ())))
        raise FolderError(f"{path} is damaged: {faults}. Restore it from a copy, or tune again") from None
