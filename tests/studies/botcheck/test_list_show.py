"""`ttrsim bots list` and `show`, and bots of installed packages."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.studies.conftest import Run, WriteBot
from ttrsim.games.contract import bots_of
from ttrsim.games.trains.game import TRAINS


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write_bot: WriteBot) -> Path:
    """An installed package with a good bot, a broken one, one that is none, and one named like a built-in."""
    write_bot("return kit.legal_decisions(board, public, own)[0]")
    (tmp_path / "my_broken.py").write_text("import no_such_module\n", encoding="utf-8")
    info = tmp_path / "my_package-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.2\n", encoding="utf-8")
    points = (
        "[ttrsim.bots]\nfirst = my_bots:mine\nbroken = my_broken:mine\nnone = my_bots:np\nrandom = my_broken:mine\n"
    )
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    return tmp_path


def test_list(run: Run) -> None:
    result = run("bots", "list")
    assert (result.exit_code, result.stderr) == (0, "")
    for name in bots_of(TRAINS):
        assert f"\n{name} " in result.stdout
    assert "built-in" in result.stdout


def test_list_shows_installed_bots_without_importing_them(run: Run, package: Path) -> None:
    result = run("bots", "list")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line for line in result.stdout.splitlines() if "my-package 1.2" in line]
    assert [line.split()[0] for line in lines] == ["broken", "first", "none"]


def test_an_installed_bot_plays(run: Run, package: Path) -> None:
    result = run("replay", "new-york", "--bots", "first(boldness=1),random")
    assert result.exit_code == 0
    assert "first(boldness=1)" in result.stdout


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("broken", "bot 'broken' of my-package 1.2: ModuleNotFoundError: No module named 'no_such_module'"),
        ("none", "bot 'none' of my-package 1.2: my_bots:np is not a bot: decorate it with @bot()"),
        ("frist", "unknown bot 'frist' — did you mean 'first'?"),
    ],
)
def test_an_installed_bot_that_cannot_be_had(run: Run, package: Path, name: str, message: str) -> None:
    result = run("bots", "show", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {message}")
    assert "Traceback" not in result.stderr


def test_a_built_in_name_means_the_built_in_bot(run: Run, package: Path) -> None:
    assert run("bots", "show", "random").exit_code == 0


def test_show(run: Run, write_bot: WriteBot) -> None:
    spec = write_bot("return kit.legal_decisions(board, public, own)[0]")
    result = run("bots", "show", f"{spec}(boldness=0.75)")
    assert result.exit_code == 0
    assert "Does what a test wants." in result.stdout
    assert spec.rpartition(":")[0] in result.stdout
    assert re.split(r"  +", result.stdout.splitlines()[-1]) == ["boldness", "0.75", "−0.5", "1.5", "how bold it is"]
