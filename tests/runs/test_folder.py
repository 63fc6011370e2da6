"""What can go wrong with a run folder: always a clear message, nothing lost, nothing mixed."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ttrsim
from tests.runs.helpers import SMALL, assert_same, change_manifest, cut_parts, part_bytes
from ttrsim.errors import RunError, UserError
from ttrsim.files.links import LinkError
from ttrsim.play.columns import SCHEMA_VERSION
from ttrsim.progress import Progress
from ttrsim.runs import api
from ttrsim.runs.folder import FolderError, RunFolder, locked
from ttrsim.runs.manifest import with_digest
from ttrsim.runs.run import Run


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return ttrsim.run(SMALL, out=tmp_path_factory.mktemp("original") / "r", chunk=64)


@pytest.fixture
def made(original: Run, tmp_path: Path) -> Run:
    """A run of the test's own, to be damaged."""
    shutil.copytree(original.path, tmp_path / "r")
    return ttrsim.open_run(tmp_path / "r")


# ---- damage --------------------------------------------------------------------------------------


def test_truncated_part(made: Run, original: Run) -> None:
    part = made.path / "claims/0000001.parquet"
    part.write_bytes(part.read_bytes()[:-100])
    with pytest.raises(FolderError, match=r"claims/0000001.parquet is truncated or altered.*ttrsim resume"):
        ttrsim.open_run(made.path).scan("claims")
    assert_same(ttrsim.resume(made.path), original)  # as the message says


def test_altered_part(made: Run, original: Run) -> None:
    part = made.path / "seats/0000000.parquet"
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(bytes(content))
    for act in (lambda: made.scan("seats"), made.verify):
        with pytest.raises(FolderError, match=r"seats/0000000.parquet is altered"):
            act()
    assert made.scan("games").collect().height == original.games  # the other tables are as they were
    noted = Noted()
    assert_same(ttrsim.resume(made.path, progress=noted), original)
    assert "seats/0000000.parquet is altered" in noted.faults[0]


class Noted(Progress):
    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def note(self, text: str) -> None:
        self.faults.append(text)


def test_missing_part(made: Run, original: Run) -> None:
    (made.path / "games/0000002.parquet").unlink()
    with pytest.raises(FolderError, match=r"games/0000002.parquet is missing: `ttrsim resume"):
        ttrsim.open_run(made.path).scan("games")
    assert_same(ttrsim.resume(made.path), original)


def test_parts_that_are_not_listed_are_not_read(made: Run, original: Run) -> None:
    """A kill can fall between the writing of a part and its line."""
    cut_parts(made, 2)
    (made.path / "games/.0000003.parquet.17.unfinished").write_bytes(b"half")
    half = ttrsim.open_run(made.path)
    assert (half.is_complete, half.games_complete) == (False, 128)
    assert half.scan("games").collect().height == 128
    assert_same(ttrsim.resume(made.path), original)


def test_a_line_cut_off_by_a_crash(made: Run, original: Run) -> None:
    parts = made.path / "parts.jsonl"
    parts.write_bytes(parts.read_bytes()[:-200])
    assert not ttrsim.open_run(made.path).is_complete
    resumed = ttrsim.resume(made.path)
    assert_same(resumed, original)
    assert_same(ttrsim.open_run(made.path), original)


def test_a_damaged_line(made: Run, original: Run) -> None:
    parts = made.path / "parts.jsonl"
    lines = parts.read_bytes().splitlines()
    parts.write_bytes(b"\n".join([lines[0], b"{garbage", *lines[2:]]) + b"\n")
    with pytest.raises(FolderError, match=r"line 2 is damaged.*\n4 of 5 chunks are intact; `ttrsim resume"):
        ttrsim.open_run(made.path)
    assert_same(ttrsim.resume(made.path), original)
    assert_same(ttrsim.open_run(made.path), original)


def test_a_plausible_edit_of_a_line(made: Run, original: Run) -> None:
    parts = made.path / "parts.jsonl"
    lines = [json.loads(line) for line in parts.read_bytes().splitlines()]
    lines[0]["win_shares"]["sums"][0] += 1
    parts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(FolderError, match=r"line 1 is damaged \(what it says does not match its digest\)"):
        ttrsim.open_run(made.path)
    assert_same(ttrsim.resume(made.path), original)


@pytest.mark.parametrize("key", ["code", "source", "notice"])
def test_a_plausible_edit_of_the_manifest(made: Run, key: str) -> None:
    path = made.path / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: "other"}))
    for act in (ttrsim.open_run, ttrsim.resume):
        with pytest.raises(FolderError, match=r"manifest.json is altered.*its digest. Restore it from a copy"):
            act(made.path)


@pytest.mark.parametrize("changes", [{"rotations": 1}, {"seats": 3}, {"deals": 149}, {"bots": ["random"]}, {"seed": 8}])
def test_a_manifest_that_contradicts_its_scenario(made: Run, changes: dict[str, Any]) -> None:
    """Also in runs of versions that wrote no digest."""
    change_manifest(made.path, **changes)
    (key,) = changes
    with pytest.raises(FolderError, match=f"manifest.json is damaged: {key} should be"):
        ttrsim.open_run(made.path)


@pytest.mark.parametrize("name", ["games", "parts.jsonl", "lock", "manifest.json"])
def test_links_that_lead_out_of_the_folder(made: Run, name: str, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    shutil.move(made.path / name, elsewhere)
    (made.path / name).symlink_to(elsewhere)
    for act in (ttrsim.open_run, ttrsim.resume):
        with pytest.raises(LinkError, match=f"{name}' is a link: '.*' should hold files of its own only"):
            act(made.path)


def test_a_part_that_is_a_link_is_not_written_through(made: Run, tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Monday")
    part = made.path / "games/0000001.parquet"
    part.unlink()
    part.symlink_to(tmp_path / "diary")
    with pytest.raises(LinkError, match=r"0000001.parquet' is a link"):
        ttrsim.resume(made.path)
    assert (tmp_path / "diary").read_text() == "Monday"


def test_a_damaged_manifest(made: Run) -> None:
    (made.path / "manifest.json").write_text("{")
    with pytest.raises(FolderError, match=r"manifest.json is damaged"):
        ttrsim.open_run(made.path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rotations": "2"}, "rotations: should be a valid integer, not '2'"),
        ({"rotations": 0}, "rotations: should be greater than 0, not 0"),
        ({"tables": ["games", "../elsewhere"]}, "tables.1: String should match pattern"),
        ({"tables": ["/tmp"]}, "tables.0: String should match pattern"),
        ({"shard": "3/2"}, "shard: should be K/N, not '3/2'"),
        ({"game": "chess"}, r"game: should be an installed game \(trains, explore\), not 'chess'"),
        ({"scenario": {"seats": ["random"]}}, "scenario.board: is missing"),
        ({"sessions": [{}]}, "sessions.0.argv: is missing"),
        ({"bots": [], "key": None}, "key: should be a valid string, not None; bots: List should have at least 1 item"),
    ],
)
def test_a_manifest_that_does_not_fit(made: Run, changes: dict[str, Any], told: str) -> None:
    change_manifest(made.path, **changes)
    for act in (ttrsim.open_run, ttrsim.resume):
        with pytest.raises(FolderError, match=f"manifest.json is damaged: {told}"):
            act(made.path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"chunk": None}, "chunk: should be a valid integer"),
        ({"chunk": 9}, "parts.games.file should be 'games/0000009.parquet', not 'games/0000001.parquet'"),
        ({"chunk": 9, "parts": {}}, "chunk 9 of this run does not have 32 deals"),
        ({"deals": 31}, "chunk 1 of this run does not have 31 deals"),
        ({"win_shares": {"n": [1], "sums": [1.0], "squares": [1.0]}}, "win_shares should be of 2"),
        ({"parts": {"games": {"file": "../x", "rows": 1, "bytes": 1, "sha256": "0" * 64}}}, "not '../x'"),
        ({"parts": {"..": {"file": "../0000001.parquet", "rows": 1, "bytes": 1, "sha256": "0" * 64}}}, "match pattern"),
        ({"parts": {"x": {"file": "x/0000001.parquet", "rows": 1, "bytes": 1, "sha256": "0" * 64}}}, "does not keep x"),
    ],
)
def test_a_line_that_does_not_fit(made: Run, original: Run, changes: dict[str, Any], told: str) -> None:
    """No name in it leads out of the folder, and nothing ends in a traceback."""
    parts = made.path / "parts.jsonl"
    lines = [json.loads(line) for line in parts.read_bytes().splitlines()]
    place = [line["chunk"] for line in lines].index(1)
    lines[place] |= changes
    parts.write_text("".join(json.dumps(with_digest(line)) + "\n" for line in lines))
    with pytest.raises(FolderError, match=rf"parts.jsonl: line {place + 1} is damaged \(.*{told}"):
        ttrsim.open_run(made.path)
    assert_same(ttrsim.resume(made.path), original)


# ---- what does not fit ---------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, 99], ids=["older", "newer"])
def test_another_schema_version(made: Run, version: int) -> None:
    before = part_bytes(made)
    change_manifest(made.path, schema_version=version)
    for act in (ttrsim.open_run, ttrsim.resume):
        with pytest.raises(FolderError, match=f"schema version {version}; this ttrsim reads version {SCHEMA_VERSION}"):
            act(made.path)
    assert part_bytes(made) == before


@pytest.mark.parametrize("changes", [{"rules_version": 0}, {"code": "0123"}])
def test_other_code_is_not_mixed_in(made: Run, changes: dict[str, Any]) -> None:
    cut_parts(made, 2)
    change_manifest(made.path, **changes)
    with pytest.raises(FolderError, match="was started with other code"):
        ttrsim.resume(made.path)


def test_not_a_run_folder(tmp_path: Path) -> None:
    for act in (ttrsim.open_run, ttrsim.resume):
        with pytest.raises(UserError, match="is not a run folder"):
            act(tmp_path)
        with pytest.raises(UserError, match="is not a run folder"):
            act(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_a_run_is_never_written_over(made: Run, tmp_path: Path) -> None:
    before = part_bytes(made)
    with pytest.raises(UserError, match="already holds a run: resume it with `ttrsim resume"):
        ttrsim.run(SMALL, out=made.path)
    assert part_bytes(made) == before
    (tmp_path / "full").mkdir()
    (tmp_path / "full/thesis.txt").touch()
    with pytest.raises(UserError, match="is not empty"):
        ttrsim.run(SMALL, out=tmp_path / "full")


def test_two_processes_on_one_folder(made: Run, original: Run) -> None:
    cut_parts(made, 2)
    with locked(made.path), pytest.raises(FolderError, match="is in use: another process"):
        ttrsim.resume(made.path)
    assert_same(ttrsim.resume(made.path), original)


# ---- a full disk ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fails_at", [1, 2, 7, 13])
def test_full_disk(tmp_path: Path, original: Run, monkeypatch: pytest.MonkeyPatch, fails_at: int) -> None:
    writes = iter(range(10**6))
    sync = os.fsync

    def full(descriptor: int) -> None:
        if next(writes) >= fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises((RunError, OSError), match="No space left on device"):
        ttrsim.run(SMALL, out=tmp_path / "r", chunk=64)
    monkeypatch.undo()
    assert not list(tmp_path.rglob("*.unfinished"))
    if (tmp_path / "r/manifest.json").exists():
        assert_same(ttrsim.resume(tmp_path / "r"), original)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    mount = tmp_path / "disk"
    mount.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(mount)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("no right to mount a small disk")
    yield mount
    subprocess.run(["umount", str(mount)], check=True)


def test_really_full_disk(tiny_disk: Path, tmp_path: Path) -> None:
    scenario = SMALL | {"deals": 1500}
    with pytest.raises(RunError, match="No space left on device") as told:
        ttrsim.run(scenario, out=tiny_disk / "r", chunk=64)
    assert f"ttrsim resume {tiny_disk / 'r'}" in str(told.value)
    subprocess.run(["mount", "-o", "remount,size=20m", str(tiny_disk)], check=True)
    resumed = ttrsim.resume(tiny_disk / "r")
    assert_same(resumed, ttrsim.run(scenario, out=tmp_path / "whole", chunk=64))


# ---- shards --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("shards")
    return [ttrsim.run(SMALL, out=folder / f"{k}", shard=f"{k}/2", chunk=64).path for k in (1, 2)]


def test_merge_wants_all_shards_once(shards: list[Path], tmp_path: Path) -> None:
    with pytest.raises(UserError, match="missing shards: 2/2"):
        ttrsim.merge(shards[:1], tmp_path / "m")
    with pytest.raises(UserError, match="both shard 1/2"):
        ttrsim.merge([*shards, shards[0]], tmp_path / "m")
    assert not (tmp_path / "m").exists()
    assert list(tmp_path.iterdir()) == []


def test_merge_wants_shards_of_one_run(shards: list[Path], original: Run, tmp_path: Path) -> None:
    other = ttrsim.run(SMALL, seed=9, out=tmp_path / "other", shard="2/2", chunk=64)
    with pytest.raises(FolderError, match="not shards of one run: scenario differs"):
        ttrsim.merge([shards[0], other.path], tmp_path / "m")
    coarser = ttrsim.run(SMALL, out=tmp_path / "coarser", shard="2/2", chunk=100)
    with pytest.raises(FolderError, match="not shards of one run: chunk_deals differs"):
        ttrsim.merge([shards[0], coarser.path], tmp_path / "m")
    with pytest.raises(UserError, match="is a complete run, not a shard"):
        ttrsim.merge([original.path, *shards], tmp_path / "m")


def test_merge_wants_complete_and_sound_shards(shards: list[Path], tmp_path: Path) -> None:
    copies = [Path(shutil.copytree(shard, tmp_path / shard.name)) for shard in shards]
    cut_parts(ttrsim.open_run(copies[0]), 1)
    with pytest.raises(FolderError, match="is not complete: run `ttrsim resume"):
        ttrsim.merge(copies, tmp_path / "m")
    ttrsim.resume(copies[0])
    part = next(copies[1].glob("claims/*.parquet"))
    part.write_bytes(part.read_bytes() + b"x")
    with pytest.raises(FolderError, match="truncated or altered"):
        ttrsim.merge(copies, tmp_path / "m")
    assert not (tmp_path / "m").exists()


def test_merge_into_a_new_folder_only(shards: list[Path], made: Run) -> None:
    with pytest.raises(UserError, match="already exists"):
        ttrsim.merge(shards, made.path)


def test_a_shard_can_be_resumed(shards: list[Path], tmp_path: Path) -> None:
    shard = Path(shutil.copytree(shards[1], tmp_path / "2"))
    cut_parts(ttrsim.open_run(shard), 0)
    assert_same(ttrsim.resume(shard), ttrsim.open_run(shards[1]))


# ---- the rest ------------------------------------------------------------------------------------


def test_the_manifest_says_where_results_come_from(original: Run) -> None:
    manifest = json.loads((original.path / "manifest.json").read_text())
    assert manifest["scenario"] == {
        **SMALL,
        "about": "",
        "board": {"name": "europe"},
        "rotations": "all",
        "restrictions": [],
        "checks": [],
        "tolerances": {},
    }
    assert (manifest["games"], manifest["deals"], manifest["rotations"]) == (300, 150, 2)
    (session,) = manifest["sessions"]
    assert {"ttrsim", "numba", "polars", "python"} <= session["versions"].keys()
    assert session["started"] <= session["ended"]
    assert {"argv", "host", "threads", "source_revision"} <= session.keys()


def test_a_complete_run_resumed_stays_as_it_is(made: Run) -> None:
    before = {path: path.read_bytes() for path in made.path.rglob("*") if path.is_file()}
    ttrsim.resume(made.path)
    assert {path: path.read_bytes() for path in made.path.rglob("*") if path.is_file()} == before


def test_unknown_table(original: Run) -> None:
    with pytest.raises(UserError, match="did you mean 'seats'"):
        original.scan("seat")


def test_new_folders_get_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "RUNS", tmp_path)
    scenario = {"board": "new-york", "seats": ["random", "random"], "deals": 2}
    names = [ttrsim.run(scenario).path.name for _ in range(3)]
    assert names == ["new-york-2p", "new-york-2p-2", "new-york-2p-3"]
    assert ttrsim.run(scenario, shard="1/1").path.name == "new-york-2p-4"


def test_games_are_rounded_up_to_deals(tmp_path: Path) -> None:
    made = ttrsim.run(SMALL, games=5, out=tmp_path / "r")
    assert (made.games, made.manifest.deals) == (6, 3)


def test_reading_needs_no_lock(made: Run) -> None:
    with locked(made.path):
        assert RunFolder.open(made.path).deals_complete == 150


@pytest.mark.parametrize("left", ["lock", ".manifest.json.17.unfinished", "inputs/boards/europe/board.toml"])
def test_killed_before_it_began(left: str, tmp_path: Path, original: Run) -> None:
    """Such a folder is no run yet, and the same command may be given again."""
    (tmp_path / "r" / left).parent.mkdir(parents=True)
    (tmp_path / "r" / left).write_bytes(b"{")
    assert_same(ttrsim.run(SMALL, out=tmp_path / "r"), original)


def test_killed_before_the_first_part(made: Run, original: Run) -> None:
    for table in made.tables:
        shutil.rmtree(made.path / table)
    (made.path / "parts.jsonl").unlink()
    assert_same(ttrsim.resume(made.path), original)
