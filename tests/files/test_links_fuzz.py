"""Folders from somebody else, with links at random places in them: no file outside of them changes."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import cut_parts
from ttrsim.cli.app import app
from ttrsim.play.record.writer import record_text
from ttrsim.runs.api import play_again

# what a command is called with, by the kind of the folder {at}; {out} is a folder of the user's own
COMMANDS = {
    "run": [
        "summary {at}",
        "report {at} --parts md,csv",
        "report {at} --parts md -o {at}/other",
        "resume {at}",
    ],
    "incomplete": ["resume {at}", "report {at} --parts md,csv", "merge {at} -o {at}/merged"],
    "suite": ["resume {at}", "report {at} --parts md -o {at}/report", "view {at} --no-open", "compare base {at}"],
    "sweep": ["resume {at}", "resume {at}/points/0000", "report {at}/points/0000 --parts csv"],
    "games": [
        "view {at}/game.jsonl --no-open",
        "replay {at}/game.jsonl --html {at}/page.html",
        "trace new-york --bots random,random -o {at}/trace",
    ],
    "empty": [
        "run new-york --deals 2 --bots random,random -o {at}",
        "report {out}/run --parts md,csv -o {at}",
        "baseline save {at}/base.json {out}/run",
        "board new {at}",
    ],
}
NEW_NAMES = [
    "lock", "manifest.json", "parts.jsonl", "request.json", "sweep.csv", "result.json", "report", "report/summary.json",
    "report/report.md", "report/tables", "report/game-0.html", "other", "merged", "games", "games/0000000.parquet",
    "points", "points/0000", "points/0000/lock", "points/0001", "a/b/c", "inputs/bots/x", "game.html", "page.html",
    "trace", "base.json", "summary.json", "report.md", "tables", "figures", ".manifest.json.1.unfinished", "board.toml",
]  # fmt: skip
N_OFTEN, N_LONG = 60, 600


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of each kind."""
    at = tmp_path_factory.mktemp("templates")
    play = {"bots": ["random", "random"], "deals": 6, "threads": 1}
    ttrsim.run("new-york", **play, chunk=4, out=at / "run")
    shutil.copytree(at / "run", at / "incomplete")
    cut_parts(ttrsim.open_run(at / "incomplete"), 1)
    scenarios = [{"name": name, "board": "new-york", "seats": ["random", "random"], "deals": 2} for name in ("a", "b")]
    (at / "suite.toml").write_text("".join(f"[[scenario]]\n{_toml(values)}" for values in scenarios), encoding="utf-8")
    ttrsim.run_suite(at / "suite.toml", out=at / "suite", threads=1)
    ttrsim.sweep("new-york", **play, vary=["board.stations=0,1"], of=["mean(turns)"], out=at / "sweep")
    (at / "games").mkdir()
    (at / "games" / "game.jsonl").write_text(record_text(play_again(at / "run", 0)), encoding="utf-8")
    (at / "empty").mkdir()
    return at


def _toml(values: dict[str, object]) -> str:
    return "".join(f"{key} = {str(value).replace(chr(39), chr(34)) if isinstance(value, list) else repr(value)}\n"
                   for key, value in values.items())  # fmt: skip


def planted(folder: Path, victims: Path, chance: random.Random) -> Iterator[Path]:
    """Links in place of what is there, or where something may come."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        there = sorted(path for path in folder.rglob("*") if not path.is_symlink())
        names = [str(path.relative_to(folder)) for path in there]
        link = folder / chance.choice(names if names and chance.random() < 0.6 else NEW_NAMES)
        if link.is_symlink() or any(parent.is_symlink() or parent.is_file() for parent in link.parents):
            continue
        link.parent.mkdir(parents=True, exist_ok=True)
        if link.is_dir():
            shutil.rmtree(link)
        link.unlink(missing_ok=True)
        target = victims / chance.choice(("file", "folder", "folder/inside", "nothing", "folder/new"))
        if target.name in ("file", "inside") and chance.random() < 0.15:
            os.link(target, link)
        else:
            link.symlink_to(target)
        yield link


def contents(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "folder"
        for path in sorted(folder.rglob("*"))
    }


def changed_by_links(templates: Path, tmp_path: Path, n: int, seed: int) -> tuple[int, list[str]]:
    """How many folders had links, and what changed outside of them."""
    chance, found, n_linked = random.Random(seed), [], 0
    victims, out, at = tmp_path / "victims", tmp_path / "out", tmp_path / "strange"
    (victims / "folder").mkdir(parents=True)
    for name in ("file", "folder/inside"):
        (victims / name).write_text("theirs", encoding="utf-8")
    shutil.copytree(templates / "run", out / "run")
    before = contents(victims), contents(out)
    for number in range(n):
        kind = chance.choice(list(COMMANDS))
        shutil.rmtree(at, ignore_errors=True)
        shutil.copytree(templates / kind, at)
        links = list(planted(at, victims, chance))
        n_linked += bool(links)
        command = chance.choice(COMMANDS[kind]).format(at=at, out=out)
        done = CliRunner().invoke(app, command.split())
        told = f"folder {number}, {[str(link.relative_to(at)) for link in links]}: ttrsim {command}"
        if isinstance(done.exception, Exception) and not isinstance(done.exception, SystemExit):
            found.append(f"{told}: {done.exception!r}")
        if (contents(victims), contents(out)) != before:
            found.append(told)
            break
    return n_linked, found


def test_links_at_random_places_change_nothing_outside(
    templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert changed_by_links(templates, tmp_path, N_OFTEN, seed=1)[1] == []


@pytest.mark.long
def test_many_more_folders(templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    n_linked, found = changed_by_links(templates, tmp_path, N_LONG, seed=2)
    assert (n_linked >= 500, found) == (True, [])
