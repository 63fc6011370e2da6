"""What runs elsewhere: the image and the step for CI. Where they cannot run, what they name is checked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

import pytest

import ttrsim
from tests.runs.helpers import ROOT

DOCKERFILE, ACTION = ROOT / "Dockerfile", ROOT / "examples/action/action.yml"


def test_the_image_copies_what_there_is_and_keeps_no_root() -> None:
    lines = DOCKERFILE.read_text(encoding="utf-8").splitlines()
    copied = [name for line in lines if line.startswith("COPY ") for name in line.split()[1:-1]]
    assert copied
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert any(line.startswith("USER ") for line in lines)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert set(copied).isdisjoint(ignored)


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("docker") is None
    or subprocess.run(["docker", "info"], capture_output=True, check=False).returncode != 0,
    reason="no Docker engine runs here",
)
def test_the_image_plays() -> None:
    subprocess.run(["docker", "build", "--quiet", "--tag", "ttrsim-test", str(ROOT)], check=True)
    play = ["docker", "run", "--rm", "ttrsim-test", "replay", "usa", "--bots", "random,random"]
    assert "wins" in subprocess.run(play, check=True, capture_output=True, text=True).stdout


def script_of_the_action(**inputs: str) -> str:
    """The commands of its step `compare`, with the inputs in place."""
    lines = ACTION.read_text(encoding="utf-8").split("- id: compare\n      run: |\n")[1].splitlines()
    body = takewhile(lambda line: not line.startswith("      shell"), lines)
    return re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda name: inputs[name[1]], "\n".join(body))


@pytest.mark.parametrize(
    ("baseline", "code", "badge"), [("./a.json", 0, '"message":"same"'), ("./b.json", 5, '"message":"exit 5"')]
)
def test_the_step_for_ci_compares_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, baseline: str, code: int, badge: str
) -> None:
    """With a baseline, and without one."""
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text('board = "new-york"\nseats = ["random", "random"]\ndeals = 20\n')
    ttrsim.save_baseline("./a.json", ttrsim.run("a.toml", out="run"))
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "ttrsim").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ttrsim "$@"\n')
    (bin_folder / "ttrsim").chmod(0o755)
    environment = os.environ | {
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }
    script = script_of_the_action(baseline=baseline, scenario="a.toml")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert badge in Path("build/ttrsim-badge.json").read_text()
    if code == 0:
        assert Path("build/ttrsim.md").read_text() == Path("summary.md").read_text() != ""
        assert Path("build/ttrsim.xml").is_file()
