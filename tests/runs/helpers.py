"""What the tests of runs share."""

from __future__ import annotations

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


def sum_otherwise(path: Path) -> None:
    """As if a ttrsim had played the run that sums otherwise: the sums are made again from the tables."""
    sums = json.loads((path / "manifest.json").read_bytes())["sums"]
    change_manifest(path, sums=sums | {"code": "0123456789abcdef"})


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
