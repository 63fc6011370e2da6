"""The folder of a run: `manifest.json` says what it is, `parts.jsonl` what is complete, and each table has a folder.

A chunk is complete once its line stands in `parts.jsonl`; until then its files count for nothing. Lines are
only ever added, and every file gets its name when it is whole, so a crash at any moment loses at most the chunks
under way.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from ttrsim.engine.columns import SCHEMA_VERSION
from ttrsim.errors import RunError, UserError
from ttrsim.files.locks import take_lock
from ttrsim.files.whole import UNFINISHED, append_line, write_whole
from ttrsim.runs.plan import Chunk

MANIFEST, PARTS, LOCK = "manifest.json", "parts.jsonl", "lock"
FORMAT = "ttrsim run"

Json = dict[str, Any]


class FolderError(RunError):
    """A run folder that is damaged, foreign or in use."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """For whoever writes into a folder: one process at a time."""
    with (path / LOCK).open("a") as stream:
        if not take_lock(stream):
            raise FolderError(f"'{path}' is in use: another process is writing this run")
        yield


class RunFolder:
    """A run on the disk."""

    def __init__(self, path: Path, manifest: Json) -> None:
        self.path = path
        self.manifest = manifest
        self.complete: dict[int, Json] = {}  # chunk: its line of `parts.jsonl`

    @classmethod
    def create(cls, path: Path, manifest: Json) -> RunFolder:
        """A new run in a locked folder. Another run is never written over."""
        if (path / MANIFEST).exists():
            raise UserError(
                f"'{path}' holds a run already: go on with it by `ttrsim resume {path}`, or choose another folder"
            )
        # What a run left that was killed before it began does not matter.
        if any(entry.name != LOCK and entry.suffix != UNFINISHED for entry in path.iterdir()):
            raise UserError(f"'{path}' is not empty; a run needs a folder of its own")
        folder = cls(path, {"format": FORMAT, "schema_version": SCHEMA_VERSION} | manifest)
        folder.save_manifest()
        folder.make_table_folders()
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        folder = cls(path, _read_manifest(path))
        folder.read_parts()
        return folder

    # ---- the manifest ----------------------------------------------------------------------------

    def save_manifest(self) -> None:
        write_whole(self.path / MANIFEST, json.dumps(self.manifest, indent=2, ensure_ascii=False).encode() + b"\n")

    @property
    def deals_complete(self) -> int:
        return sum(entry["deals"] for entry in self.complete.values())

    # ---- parts -----------------------------------------------------------------------------------

    def read_parts(self) -> None:
        """What is complete. A last line without its end was cut off by a crash: its chunk is not complete."""
        path = self.path / PARTS
        lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
        self.complete = {}
        for number, line in enumerate(lines, start=1):
            try:
                entry = json.loads(line)
                self.complete[entry["chunk"]] = entry
            except (ValueError, KeyError, TypeError):
                raise FolderError(
                    f"{path}: line {number} is damaged; remove it to have its games played again"
                ) from None

    def make_table_folders(self) -> None:
        for table in self.manifest["tables"]:
            (self.path / table).mkdir(exist_ok=True)

    def mend(self) -> None:
        """Takes off what a crash left of a last line, and forgets chunks whose files are gone."""
        self.make_table_folders()
        for path in self.path.rglob("*" + UNFINISHED):
            path.unlink()
        path = self.path / PARTS
        self.complete = {
            chunk: entry
            for chunk, entry in self.complete.items()
            if all((self.path / part["file"]).exists() for part in entry["parts"].values())
        }
        lines = [_line(entry) + b"\n" for entry in self.complete.values()]
        if path.exists() and path.read_bytes() != b"".join(lines):
            write_whole(path, b"".join(lines))

    def add(self, chunk: Chunk, frames: Mapping[str, pl.DataFrame], facts: Json) -> None:
        """Writes the parts of a chunk; with its line it is complete."""
        parts = {table: self._write_part(table, chunk.number, frame) for table, frame in frames.items() if len(frame)}
        self.add_entry({"chunk": chunk.number, "deals": chunk.n_deals, **facts, "parts": parts})

    def add_entry(self, entry: Json) -> None:
        append_line(self.path / PARTS, _line(entry))
        self.complete[entry["chunk"]] = entry

    def _write_part(self, table: str, number: int, frame: pl.DataFrame) -> Json:
        content = parquet(frame)
        file = f"{table}/{number:07}.parquet"
        write_whole(self.path / file, content)
        return {"file": file, "rows": len(frame), "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}

    def part_files(self, table: str) -> list[Path]:
        """The complete parts of a table, in order of their deals, each found to be as it was written."""
        entries = (self.complete[chunk] for chunk in sorted(self.complete))
        parts = [entry["parts"][table] for entry in entries if table in entry["parts"]]
        self._verify(parts)
        return [self.path / part["file"] for part in parts]

    def verify(self) -> None:
        """That every complete part is as it was written."""
        self._verify(part for entry in self.complete.values() for part in entry["parts"].values())

    def _verify(self, parts: Iterable[Json]) -> None:
        for part in parts:
            path = self.path / part["file"]
            if not path.exists():
                raise FolderError(f"{path} is missing: `ttrsim resume {self.path}` plays its games again")
            if fault := _part_fault(path, part):
                raise FolderError(f"{path} {fault}: remove it, and `ttrsim resume {self.path}` plays its games again")


def parquet(frame: pl.DataFrame) -> bytes:
    """In memory first: a part is small, and its bytes are hashed as they are written."""
    buffer = io.BytesIO()
    # Without statistics, which cost as much as the values: parts are read whole. One row group is quickest to write.
    frame.write_parquet(buffer, compression="zstd", compression_level=1, statistics=False, row_group_size=len(frame))
    return buffer.getvalue()


def _part_fault(path: Path, part: Json) -> str | None:
    if path.stat().st_size != part["bytes"]:
        return f"is truncated or altered ({path.stat().st_size:,} bytes in place of {part['bytes']:,})"
    with path.open("rb") as stream:
        if hashlib.file_digest(stream, "sha256").hexdigest() != part["sha256"]:
            return "is altered (its bytes are not those that were written)"
    return None


def _line(entry: Json) -> bytes:
    return json.dumps(entry, separators=(",", ":")).encode()


def _read_manifest(path: Path) -> Json:
    file = path / MANIFEST
    if not file.is_file():
        raise UserError(f"'{path}' is not a run folder: it has no {MANIFEST}")
    try:
        manifest = json.loads(file.read_bytes())
        is_ours = manifest["format"] == FORMAT
        version = manifest["schema_version"]
    except (ValueError, KeyError, TypeError):
        raise FolderError(f"{file} is damaged, or not of a run") from None
    if not is_ours or version != SCHEMA_VERSION:
        raise FolderError(
            f"'{path}' is a run of schema version {version}; this ttrsim reads version {SCHEMA_VERSION}: "
            "use the ttrsim that made it, or run its scenario anew"
        )
    return dict(manifest)
