"""The files of a run folder: `manifest.json` describes the run, and each line of `parts.jsonl` describes a chunk.

Both have a digest of their values. No path in these files leads out
of the folder.
"""

from __future__ import annotations

import hashlib
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
from ttrsim.games.registry import GAMES
from ttrsim.measures.parts import Definition
from ttrsim.play.bots.specs import bot_label
from ttrsim.play.seatings import rotations
from ttrsim.runs.plan import WHOLE, Plan, Shard, parse_shard
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.sums import WinSums
from ttrsim.wording import shortened

FORMAT: Literal["ttrsim run"] = "ttrsim run"
INPUTS = "inputs"  # the folder of what the run was played with
DIGEST = "digest"  # the key of the digest


def _known_game(key: str) -> str:
    if key not in GAMES:
        raise ValueError(f"should be an installed game ({', '.join(GAMES)})")
    return key


def _sound_shard(text: str) -> str:
    try:
        return str(parse_shard(text))
    except UserError:
        raise ValueError("should be K/N") from None


def _inside_inputs(path: str) -> str:
    """Whether a path is below `inputs/` on every system."""
    steps = path.split("/")
    is_odd = any(not step or step in (".", "..") or any(letter in step for letter in "\\:\0") for step in steps)
    if is_odd or steps[0] != INPUTS or len(steps) < 3:
        raise ValueError(f"should be a path below {INPUTS}/")
    return path


InputPath = Annotated[str, AfterValidator(_inside_inputs)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
TableName = Annotated[str, Field(pattern=r"^\w[\w-]*$")]  # it names a folder
GameKey = Annotated[str, AfterValidator(_known_game)]
ShardText = Annotated[str, AfterValidator(_sound_shard)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    def json_values(self) -> dict[str, Any]:
        """The keys that were read or set."""
        return self.model_dump(mode="json", exclude_unset=True)


def digest_of(values: dict[str, Any]) -> str:
    """The digest of all keys except the digest itself."""
    others = {key: value for key, value in values.items() if key != DIGEST}
    return hashlib.sha256(json.dumps(others, sort_keys=True).encode()).hexdigest()


def with_digest(values: dict[str, Any]) -> dict[str, Any]:
    return values | {DIGEST: digest_of(values)}


# ---- parts.jsonl ---------------------------------------------------------------------------------


class Part(_Entry):
    """A file of a table."""

    file: str
    rows: PositiveInt
    bytes: PositiveInt
    sha256: Sha256


class ChunkEntry(_Entry):
    """A complete chunk. A table without rows in it has no part. Its sums are parts too."""

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
        return json.dumps(with_digest(self.json_values()), separators=(",", ":")).encode()


def part_file(table: str, chunk: int) -> str:
    return f"{table}/{chunk:07}.parquet"


class SumsEntry(_Entry):
    """What the sums of a run are of (`ttrsim.measures.parts.Definition`)."""

    version: PositiveInt
    code: str
    metrics: list[str]
    extras: list[str]
    compared: list[str]
    n_deals: PositiveInt

    @classmethod
    def of(cls, definition: Definition) -> SumsEntry:
        return cls(
            version=definition.version,
            code=definition.code,
            metrics=list(definition.metrics),
            extras=list(definition.extras),
            compared=list(definition.compared),
            n_deals=definition.n_deals,
        )

    @property
    def definition(self) -> Definition:
        metrics, extras, compared = tuple(self.metrics), tuple(self.extras), tuple(self.compared)
        return Definition(self.version, self.code, metrics, extras, compared, self.n_deals)


# ---- manifest.json -------------------------------------------------------------------------------


class Session(_Entry):
    """One start or resumption of a run."""

    argv: list[str]
    started: str
    ended: str | None  # None if it was killed
    threads: PositiveInt
    versions: dict[str, str]
    source_revision: str | None
    host: dict[str, Any]
    seconds: float | None = None  # this and the following: only if it was not killed
    busy_seconds: float | None = None
    cpu_seconds: float | None = None
    kernel_seconds: float | None = None

    def end(self, time: str, **seconds: float) -> None:
        for name, value in {"ended": time, **seconds}.items():
            setattr(self, name, value)


class Inputs(_Entry):
    """What the run was played with, as copies in its folder."""

    boards: dict[str, InputPath]  # by the board's name in the scenario: the folder of its copy
    bots: dict[str, InputPath]  # by the file in the name of a user's bot: its copy, next to everything that it imports
    weights: dict[str, InputPath]  # by the weights file in the name of a bot: its copy
    files: dict[InputPath, Sha256]


class Manifest(_Entry):
    """What was played, and by what; `docs/files.md` explains each key."""

    format: Literal["ttrsim run"]
    schema_version: int
    key: str
    game: GameKey
    notice: str = ""
    rules_version: int
    code: str
    source: str
    scenario: Scenario
    seed: NonNegativeInt
    bots: Annotated[list[str], Field(min_length=1)]
    weights: dict[str, dict[str, float]]  # that each bot played with
    seats: PositiveInt
    deals: PositiveInt
    rotations: PositiveInt
    games: PositiveInt
    tables: list[TableName]
    chunk_deals: PositiveInt
    chunks: PositiveInt
    shard: ShardText | None
    inputs: Inputs
    asked_key: str | None = None  # of an experiment that stopped by itself: its key before it knew how many deals
    sums: SumsEntry
    sessions: list[Session]

    @model_validator(mode="after")
    def _agrees_with_its_scenario(self) -> Self:
        """Checks that values which follow from the scenario agree with it."""
        scenario = self.scenario
        specs = [spec.strip() for spec in scenario.seats or scenario.field or ()]
        labels = list(dict.fromkeys(map(bot_label, specs)))
        line_up = (
            [labels.index(bot_label(spec)) for spec in specs] if scenario.seats else list(range(scenario.players or 0))
        )
        plan = Plan(self.deals, (), self.rotations, self.chunk_deals, self.shard_of_run)
        expected = {
            "seed": scenario.seed,
            "deals": scenario.deals,
            "bots": labels,
            "seats": len(scenario.seats) if scenario.seats else scenario.players,
            "rotations": 1 if scenario.rotations == "none" else len(rotations(line_up)),
            "tables": self.tables if scenario.tables is None else list(scenario.tables),
            "chunks": plan.count_chunks(),
            "games": plan.n_games,
        }
        for key, value in expected.items():
            if getattr(self, key) != value:
                raise ValueError(f"{key} should be {shortened(value)}, not {shortened(getattr(self, key))}")
        return self

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

    @property
    def part_names(self) -> list[str]:
        """The tables that are kept, and the parts of the sums."""
        return [*self.tables, *self.sums.definition.parts]

    def difference(self, other: Manifest) -> str:
        """The first thing in which two runs differ, of those that decide the results."""
        for key in ("rules_version", "code", "scenario", "bots", "chunk_deals", "shard"):
            if getattr(self, key) != getattr(other, key):
                return f"{key} differs"
        return "their boards or bots differ"

    def misfit(self, entry: ChunkEntry) -> str | None:
        """Why a line of `parts.jsonl` cannot belong to this run, or None."""
        if entry.deals != min(self.chunk_deals, self.deals - entry.chunk * self.chunk_deals):
            return f"chunk {entry.chunk} of this run does not have {entry.deals} deals"
        if unknown := entry.parts.keys() - set(self.part_names):
            return f"this run does not keep {', '.join(sorted(unknown))}"
        sums, n_names = entry.win_shares, len(self.bots) if len(self.bots) > 1 else self.seats
        if {len(sums.n), len(sums.sums), len(sums.squares)} != {n_names}:
            return f"win_shares should be of {n_names}"
        return None

    def content(self) -> bytes:
        return json.dumps(with_digest(self.json_values()), indent=2, ensure_ascii=False).encode() + b"\n"
