"""What the files of a run folder say: `manifest.json` tells of the run, each line of `parts.jsonl` of a chunk.

What a newer ttrsim says besides is kept. No name in these files leads out of the folder.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    field_serializer,
    model_validator,
)

from ttrsim.errors import UserError
from ttrsim.games.registry import DEFAULT, GAMES
from ttrsim.runs.plan import WHOLE, Shard, parse_shard
from ttrsim.runs.shares import WinSums
from ttrsim.scenario.model import Scenario

FORMAT: Literal["ttrsim run"] = "ttrsim run"


def _known_game(key: str) -> str:
    if key not in GAMES:
        raise ValueError(f"should be an installed game ({', '.join(GAMES)})")
    return key


def _sound_shard(text: str) -> str:
    try:
        return str(parse_shard(text))
    except UserError:
        raise ValueError("should be K/N") from None


TableName = Annotated[str, Field(pattern=r"^\w[\w-]*$")]  # it names a folder
GameKey = Annotated[str, AfterValidator(_known_game)]
ShardText = Annotated[str, AfterValidator(_sound_shard)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)

    def json_values(self) -> dict[str, Any]:
        """As it was read, or made, key by key."""
        return self.model_dump(mode="json", exclude_unset=True)


# ---- parts.jsonl ---------------------------------------------------------------------------------


class Part(_Entry):
    """A file of a table."""

    file: str
    rows: PositiveInt
    bytes: PositiveInt
    sha256: str


class ChunkEntry(_Entry):
    """A complete chunk. A table without rows in it has no part."""

    chunk: NonNegativeInt
    deals: PositiveInt
    win_shares: WinSums
    parts: dict[TableName, Part]

    @model_validator(mode="after")
    def _files_are_its_own(self) -> Self:
        for table, part in self.parts.items():
            if part.file != part_file(table, self.chunk):
                raise ValueError(f"parts.{table}.file should be {part_file(table, self.chunk)!r}, not {part.file!r}")
        return self

    def line(self) -> bytes:
        return json.dumps(self.json_values(), separators=(",", ":")).encode()


def part_file(table: str, chunk: int) -> str:
    return f"{table}/{chunk:07}.parquet"


# ---- manifest.json -------------------------------------------------------------------------------


class Session(_Entry):
    """One go at a run."""

    argv: list[str]
    started: str
    ended: str | None  # None if it was killed
    threads: PositiveInt
    versions: dict[str, str]
    source_revision: str | None
    host: dict[str, Any]
    seconds: float | None = None  # this and what follows: only if it came to its end
    busy_seconds: float | None = None
    cpu_seconds: float | None = None
    kernel_seconds: float | None = None

    def end(self, time: str, **seconds: float) -> None:
        for name, value in {"ended": time, **seconds}.items():
            setattr(self, name, value)


class Manifest(_Entry):
    """What was played, and by what; `docs/files.md` explains each key."""

    format: Literal["ttrsim run"]
    schema_version: int
    key: str
    game: GameKey = DEFAULT.key  # what was played before manifests had this key
    notice: str = ""
    rules_version: int
    code: str
    source: str
    scenario: Scenario
    seed: NonNegativeInt
    bots: Annotated[list[str], Field(min_length=1)]
    seats: PositiveInt
    deals: PositiveInt
    rotations: PositiveInt
    games: PositiveInt
    tables: list[TableName]
    chunk_deals: PositiveInt
    chunks: PositiveInt
    shard: ShardText | None
    sessions: list[Session]

    @field_serializer("scenario")
    def _scenario(self, scenario: Scenario) -> dict[str, Any]:
        return scenario.model_dump(mode="json", exclude_none=True)

    @property
    def shard_of_run(self) -> Shard:
        return parse_shard(self.shard) if self.shard else WHOLE

    @property
    def versions(self) -> dict[str, str]:
        """Of the packages that played it."""
        return self.sessions[-1].versions if self.sessions else {}

    def misfit(self, entry: ChunkEntry) -> str | None:
        """Why a line of `parts.jsonl` cannot be of this run, if it cannot."""
        if entry.deals != min(self.chunk_deals, self.deals - entry.chunk * self.chunk_deals):
            return f"chunk {entry.chunk} of this run does not have {entry.deals} deals"
        if unknown := entry.parts.keys() - set(self.tables):
            return f"this run does not keep {', '.join(sorted(unknown))}"
        sums, n_names = entry.win_shares, len(self.bots) if len(self.bots) > 1 else self.seats
        if {len(sums.n), len(sums.sums), len(sums.squares)} != {n_names}:
            return f"win_shares should be of {n_names}"
        return None

    def content(self) -> bytes:
        return json.dumps(self.json_values(), indent=2, ensure_ascii=False).encode() + b"\n"
