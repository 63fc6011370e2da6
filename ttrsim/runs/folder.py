"""The folder of a run: `manifest.json` says what it is, `parts.jsonl` what is complete, and each table has a folder.

A chunk is complete when `parts.jsonl` has its line; before that, its files do not count. Lines are only added, and a
file gets its name when it is completely written, so a crash loses at most the chunks that are being played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from ttrsim.errors import RunError, UserError
from ttrsim.files.links import refuse_links_in
from ttrsim.files.locks import take_lock
from ttrsim.files.parsing import parse_json
from ttrsim.files.whole import UNFINISHED, append_line, make_folder, open_to_append, write_whole
from ttrsim.play.columns import SCHEMA_VERSION
from ttrsim.runs.manifest import (
    DIGEST,
    FORMAT,
    INPUTS,
    ChunkEntry,
    Manifest,
    Part,
    digest_of,
    part_file,
)
from ttrsim.runs.packing import PackedTable
from ttrsim.runs.plan import Chunk
from ttrsim.runs.scenario.faults import validation_faults
from ttrsim.runs.sums import WinSums

MANIFEST, PARTS, LOCK = "manifest.json", "parts.jsonl", "lock"


class FolderError(RunError):
    """A run folder that is damaged, foreign or in use."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Held while writing to a folder: by one process at a time."""
    with open_to_append(path / LOCK) as stream:
        if not take_lock(stream):
            raise FolderError(f"'{path}' is in use: another process is writing this run")
        yield


class RunFolder:
    """A run on the disk."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self.path = path
        self.manifest = manifest
        self.complete: dict[int, ChunkEntry] = {}  # by the number of the chunk

    @classmethod
    def create(cls, path: Path, manifest: Manifest, inputs: Mapping[str, bytes]) -> RunFolder:
        """A new run in a locked folder, with copies of its board and bots. Another run is never overwritten."""
        if (path / MANIFEST).exists():
            raise UserError(
                f"'{path}' already holds a run: resume it with `ttrsim resume {path}`, or choose another folder"
            )
        # Files of a run that was killed before it began do not matter.
        if any(entry.name not in (LOCK, INPUTS) and entry.suffix != UNFINISHED for entry in path.iterdir()):
            raise UserError(f"'{path}' is not empty; a run needs an empty or new folder")
        folder = cls(path, manifest)
        for file, content in inputs.items():
            make_folder(path, *file.split("/")[:-1])
            write_whole(path / file, content)
        folder.save_manifest()
        folder.make_table_folders()
        return folder

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        folder, faults = cls.open_damaged(path)
        if faults:
            raise FolderError("\n".join([*faults, _what_is_left(folder)]))
        return folder

    @classmethod
    def open_damaged(cls, path: Path) -> tuple[RunFolder, list[str]]:
        """The folder with the chunks whose lines are valid, and the faults of the other lines."""
        refuse_links_in(path)
        folder = cls(path, _read_manifest(path))
        faults: list[str] = []
        folder.complete = {entry.chunk: entry for entry in _read_entries(path / PARTS, folder.manifest, faults)}
        return folder, faults

    def save_manifest(self) -> None:
        write_whole(self.path / MANIFEST, self.manifest.content())

    @property
    def deals_complete(self) -> int:
        return sum(entry.deals for entry in self.complete.values())

    # ---- writing ---------------------------------------------------------------------------------

    def make_table_folders(self) -> None:
        for table in self.manifest.part_names:
            make_folder(self.path / table)

    def is_whole(self) -> bool:
        """Whether every chunk is complete, and as it was written."""
        parts = (part for entry in self.complete.values() for part in entry.parts.values())
        return len(self.complete) == self.manifest.chunks and not any(map(self._fault, parts))

    def mend(self) -> list[str]:
        """Drops lines that a crash cut off and chunks whose files were altered; returns the faults."""
        self.make_table_folders()
        for path in self.path.rglob("*" + UNFINISHED):
            path.unlink()
        parts = {chunk: entry.parts.values() for chunk, entry in self.complete.items()}
        faults = {chunk: [fault for part in parts[chunk] if (fault := self._fault(part))] for chunk in parts}
        self.complete = {chunk: entry for chunk, entry in self.complete.items() if not faults[chunk]}
        path = self.path / PARTS
        lines = b"".join(entry.line() + b"\n" for entry in self.complete.values())
        if path.exists() and path.read_bytes() != lines:
            write_whole(path, lines)
        return [fault for chunk in sorted(faults) for fault in faults[chunk]]

    def add(self, chunk: Chunk, tables: Mapping[str, PackedTable], win_shares: WinSums) -> None:
        """Writes the parts of a chunk; with its line it is complete."""
        self.add_written(chunk, write_parts(self.path, chunk.number, tables), win_shares)

    def add_written(self, chunk: Chunk, parts: dict[str, Part], win_shares: WinSums) -> None:
        """Adds the line of a chunk whose parts are written."""
        self.add_entry(ChunkEntry(chunk=chunk.number, deals=chunk.n_deals, win_shares=win_shares, parts=parts))

    def add_entry(self, entry: ChunkEntry) -> None:
        append_line(self.path / PARTS, entry.line())
        self.complete[entry.chunk] = entry

    # ---- reading ---------------------------------------------------------------------------------

    def part_files(self, table: str) -> dict[int, Path]:
        """The parts of a table by chunk, in order of their deals. They are verified first."""
        parts = {chunk: self.complete[chunk].parts.get(table) for chunk in sorted(self.complete)}
        kept = {chunk: part for chunk, part in parts.items() if part}
        self._verify(kept.values())
        return {chunk: self.path / part.file for chunk, part in kept.items()}

    def verify(self) -> None:
        """Checks that no complete part was altered."""
        self._verify(part for entry in self.complete.values() for part in entry.parts.values())

    def verify_inputs(self) -> None:
        """Checks that no copy of the board and the bots was altered."""
        for file, sha256 in self.manifest.inputs.files.items():
            path = self.path / file
            if not path.is_file():
                raise FolderError(f"{path} is missing: the run was played with it. Restore it; its tables are intact")
            if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
                raise FolderError(
                    f"{path} is altered: the run was played with another version of it. Restore that version; "
                    "its tables are intact"
                )

    def _verify(self, parts: Iterable[Part]) -> None:
        for part in parts:
            if fault := self._fault(part):
                raise FolderError(f"{fault}: `ttrsim resume {self.path}` plays its games again")

    def _fault(self, part: Part) -> str | None:
        """The fault of a part whose file was altered, or None."""
        path = self.path / part.file
        if not path.is_file():
            return f"{path} is missing"
        if path.stat().st_size != part.bytes:
            return f"{path} is truncated or altered ({path.stat().st_size:,} bytes instead of {part.bytes:,})"
        with path.open("rb") as stream:
            is_as_written = hashlib.file_digest(stream, "sha256").hexdigest() == part.sha256
        return None if is_as_written else f"{path} is altered (its bytes are not those that were written)"


def write_parts(folder: Path, chunk: int, tables: Mapping[str, PackedTable]) -> dict[str, Part]:
    return {name: _write(folder, part_file(name, chunk), table) for name, table in tables.items() if table.rows}


def _write(folder: Path, file: str, table: PackedTable) -> Part:
    content = table.content
    write_whole(folder / file, content)
    return Part(file=file, rows=table.rows, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())


def _what_is_left(folder: RunFolder) -> str:
    n_chunks, sound = folder.manifest.chunks, len(folder.complete)
    return f"{sound} of {n_chunks} chunks are intact; `ttrsim resume {folder.path}` plays the others again"


def _read_manifest(path: Path) -> Manifest:
    file = path / MANIFEST
    if not file.is_file():
        raise UserError(f"'{path}' is not a run folder: it has no {MANIFEST}")
    content = file.read_bytes()
    try:
        values = parse_json(content)
        is_ours, version = values["format"] == FORMAT, values["schema_version"]
    except (ValueError, KeyError, TypeError):
        is_ours, version = False, None
    if not is_ours:
        raise FolderError(f"{file} is damaged or not a manifest of a run. {_TABLES_STAY}")
    if version != SCHEMA_VERSION:
        raise FolderError(
            f"'{path}' has schema version {version}; this ttrsim reads version {SCHEMA_VERSION}: "
            "use the ttrsim version that played it, or run its scenario again"
        )
    try:
        manifest = Manifest.model_validate_json(content)
    except ValidationError as error:
        raise FolderError(f"{file} is damaged: {_faults_text(error)}. {_TABLES_STAY}") from None
    if values.get(DIGEST) != digest_of(values):
        raise FolderError(f"{file} is altered: what it says does not match its digest. {_TABLES_STAY}")
    return manifest


_TABLES_STAY = "Restore it from a copy. The tables next to it are Parquet files, which Polars can read without it"


def _read_entries(path: Path, manifest: Manifest, faults: list[str]) -> Iterator[ChunkEntry]:
    """The complete chunks. A last line without a newline was cut off by a crash, so its chunk is not complete."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    for number, line in enumerate(lines, start=1):
        try:
            entry = ChunkEntry.model_validate_json(line)
            fault = manifest.misfit(entry) or _digest_fault(line)
        except ValidationError as error:
            fault = _faults_text(error)
        if fault:
            faults.append(f"{path}: line {number} is damaged ({fault})")
        else:
            yield entry


def _digest_fault(line: bytes) -> str | None:
    values = json.loads(line)
    return None if values.get(DIGEST) == digest_of(values) else "what it says does not match its digest"


def _faults_text(error: ValidationError) -> str:
    return "; ".join(map(str, validation_faults(error)))
