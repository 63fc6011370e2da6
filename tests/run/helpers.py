"""What the tests of runs share."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl

from tests.announcements import complaints
from ttrsim.runs.manifest import with_digest
from ttrsim.runs.run import Run

ROOT = Path(__file__).resolve().parents[2]
SMALL = {"board": "europe", "seats": ["random", "greedy"], "deals": 150, "seed": 7}  # 300 games


def tables_of(run: Run) -> dict[str, pl.DataFrame]:
    """Everything a run holds, sorted."""
    return {table: run.scan(table).collect().sort(pl.all()) for table in run.tables}


def assert_same(one: Run, other: Run) -> None:
    ours, theirs = tables_of(one), tables_of(other)
    assert ours.keys() == theirs.keys()
    for table, frame in ours.items():
        assert frame.equals(theirs[table]), table
        assert frame.schema == theirs[table].schema


def part_bytes(run: Run) -> dict[str, bytes]:
    """The bytes of every part, by its file."""
    return {str(path.relative_to(run.path)): path.read_bytes() for path in sorted(run.path.glob("*/*.parquet"))}


def cut_parts(run: Run, n: int) -> None:
    """As if the process had been killed when n chunks were complete."""
    parts = run.path / "parts.jsonl"
    lines = parts.read_bytes().splitlines(keepends=True)
    parts.write_bytes(b"".join(lines[:n]))


def without_parts(path: Path, copy: Path) -> Path:
    """A copy of a run, as if the process had been killed before its first chunk was complete."""
    shutil.copytree(path, copy, ignore=shutil.ignore_patterns("parts.jsonl", "*.parquet", "report"))
    return copy


def change_manifest(path: Path, **changes: Any) -> None:
    """As if another ttrsim had written it: with a digest that fits."""
    file = path / "manifest.json"
    file.write_text(json.dumps(with_digest(json.loads(file.read_text()) | changes)))


def forget_sums(path: Path) -> None:
    """As if a ttrsim had played the run that kept no sums yet."""
    manifest = json.loads((path / "manifest.json").read_bytes())
    for name in manifest.pop("sums")["extras"]:
        shutil.rmtree(path / f"sums-{name}")
    shutil.rmtree(path / "sums")
    (path / "manifest.json").write_text(json.dumps(with_digest(manifest)))
    lines = [json.loads(line) for line in (path / "parts.jsonl").read_bytes().splitlines()]
    for line in lines:
        line["parts"] = {name: part for name, part in line["parts"].items() if not name.startswith("sums")}
    (path / "parts.jsonl").write_text("".join(json.dumps(with_digest(line)) + "\n" for line in lines))


def drop_columns(path: Path, table: str, *columns: str) -> None:
    """As if a ttrsim had played the run that did not know these columns yet."""
    if (path / "sums").exists():
        forget_sums(path)
    lines = [json.loads(line) for line in (path / "parts.jsonl").read_bytes().splitlines()]
    for part in (line["parts"][table] for line in lines if table in line["parts"]):
        file = path / part["file"]
        pl.read_parquet(file).drop(columns).write_parquet(file)
        part |= {"bytes": file.stat().st_size, "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    (path / "parts.jsonl").write_text("".join(json.dumps(with_digest(line)) + "\n" for line in lines))


def start(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    """It listens to Ctrl-C even if the tests run in the background of a shell that ignores it."""
    command = [sys.executable, "-m", "ttrsim", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    before = signal.getsignal(signal.SIGINT)
    if before == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a child inherits only this or that it is ignored
    try:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, encoding="utf-8", env=environment, **(streams | options))
    finally:
        signal.signal(signal.SIGINT, before)


def ttrsim(*arguments: str, **options: Any) -> tuple[int, str, str]:
    """Exit code, stdout and complaints of the real command."""
    process = start(*arguments, **options)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, complaints(err)
