"""A stranger's path: the wheel in an empty folder, from the first run to a tournament of an own bot on an own board."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ttrsim
from tests.runs.helpers import ROOT

PARTS = ("ttrsim", "scenarios", "pyproject.toml", "setup.py", "README.md", "LICENSE")
LIMIT = 600  # seconds, until a hanging process fails the test


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel installed in it. Nothing is downloaded."""
    source, wheels, site = (tmp_path_factory.mktemp(name) for name in ("source", "wheels", "site"))
    for part in PARTS:
        path, copy = ROOT / part, source / part
        if path.is_dir():
            shutil.copytree(path, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(path, copy)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, source]
    subprocess.run(build, check=True, timeout=LIMIT)
    [wheel] = wheels.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--target", site, wheel], check=True, timeout=LIMIT)
    return site


def test_the_wheel_has_what_is_no_python(site: Path) -> None:
    there = {path.relative_to(site / "ttrsim").as_posix() for path in (site / "ttrsim").rglob("*") if path.is_file()}
    kept = {path.relative_to(ROOT / "ttrsim").as_posix() for path in (ROOT / "ttrsim").rglob("*") if path.is_file()}
    kept = {name for name in kept if "__pycache__" not in name and not name.endswith((".nbi", ".nbc"))}
    assert kept <= there
    assert {f"scenarios/{path.name}" for path in (ROOT / "scenarios").glob("*.toml")} <= there
    metadata = (next(site.glob("ttrsim-*.dist-info")) / "METADATA").read_text(encoding="utf-8")
    assert "Classifier: Typing :: Typed" in metadata


def test_the_licence_is_in_the_wheel_and_named(site: Path) -> None:
    about = next(site.glob("ttrsim-*.dist-info"))
    assert "License-Expression: MIT\n" in (about / "METADATA").read_text(encoding="utf-8")
    licence = (about / "licenses" / "LICENSE").read_text(encoding="utf-8")
    assert licence == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "the ttrsim contributors" in licence


def test_a_citation_names_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {ttrsim.__version__}" in lines
    assert "license: MIT" in lines


def test_a_strangers_path(site: Path, tmp_path: Path) -> None:
    def ttrsim(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "ttrsim", *arguments],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(site)},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LIMIT,
            check=False,
        )
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    where = "import ttrsim; print(ttrsim.__file__)"
    used = subprocess.check_output(
        [sys.executable, "-c", where], env=os.environ | {"PYTHONPATH": str(site)}, cwd=tmp_path
    )
    assert Path(used.decode().strip()).is_relative_to(site)
    assert "europe-4p" in ttrsim("scenario", "list")
    ttrsim("run", "europe-4p", "-n", "40")
    assert ttrsim("report", "runs/europe-4p", "--parts", "html").strip().endswith("report.html")
    assert "board check my-board" in ttrsim("board", "new", "my-board")
    ttrsim("board", "check", "my-board")
    assert "./my_bot.py:my_bot" in ttrsim("bots", "new", "my_bot.py")
    ttrsim("bots", "check", "./my_bot.py:my_bot", "--board", "my-board")
    ladder = ttrsim("tournament", "my-board", "--bots", "./my_bot.py:my_bot,greedy,random", "-n", "60")
    assert "my_bot" in ladder


def test_the_wheel_has_nothing_else(site: Path) -> None:
    """Tests and benchmarks stay in the repository."""
    assert {path.name for path in site.iterdir() if not path.name.startswith("ttrsim")} <= {"bin"}
