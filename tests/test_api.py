"""The Python API is what the commands do: same functions, same numbers, and all of it is easy to find."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import ROOT
from ttrsim.cli.app import app
from ttrsim.errors import UserError

SMALL = {"board": "new-york", "seats": ["greedy", "random"], "deals": 6, "seed": 3}


def command(*arguments: object) -> Any:
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert done.exit_code in (0, 3, 4), done.output
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> ttrsim.Run:
    return ttrsim.run(SMALL, out=tmp_path_factory.mktemp("api") / "run")


# ---- it can be found -----------------------------------------------------------------------------


def test_everything_is_listed() -> None:
    assert set(ttrsim.__all__) <= set(dir(ttrsim))
    for name in ttrsim.__all__:
        assert getattr(ttrsim, name) is not None


def test_importing_packages_hides_no_function() -> None:
    """Packages such as `ttrsim.documents` become attributes of `ttrsim` once they are imported."""
    packages = "import ttrsim.documents.report.api, ttrsim.studies.tournament.api, ttrsim.studies.experiment.api"
    code = f"{packages}; print(callable(ttrsim.report), callable(ttrsim.tournament))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    code = "import sys, ttrsim; dir(ttrsim); print({'numba', 'polars', 'matplotlib', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_type_checkers_see_what_is_there() -> None:
    """The stub for type checkers and the modules for Python have the same names."""
    tree = ast.parse((ROOT / "ttrsim/__init__.pyi").read_text(encoding="utf-8"))
    imported = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert set(ttrsim._MODULES) == set(ttrsim.__all__) <= imported | defined


@pytest.mark.parametrize("name", [name for name in ttrsim.__all__ if name[0].islower()])
def test_every_argument_is_explained(name: str) -> None:
    function = getattr(ttrsim, name)
    text = inspect.getdoc(function) or ""
    for parameter in inspect.signature(function).parameters:
        assert f"{parameter}: " in text, f"{name}: {parameter}"


# ---- the same as the commands --------------------------------------------------------------------


def test_tournament(tmp_path: Path) -> None:
    ladder = ttrsim.tournament("new-york", ["greedy", "random"], deals=10, out=tmp_path / "out")
    assert ladder.as_dict() == command("tournament", "new-york", "--bots", "greedy,random", "--deals", 10)
    assert (tmp_path / "out" / "matrix.png").is_file()


def test_sprt() -> None:
    found = ttrsim.sprt(["greedy", "random"], board="new-york", games=100)
    assert found.as_dict() == command("sprt", "--bots", "greedy,random", "--board", "new-york", "-n", 100)
    assert found.verdict == "undecided"


def test_check(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('board = "new-york"\nseats = ["greedy", "random"]\ndeals = 300\nchecks = ["seat_points[0] > 0"]\n')
    found = ttrsim.check(path)
    [told] = command("check", path)
    assert (told["state"], told["value"], told["n"]) == (found[0].state, found[0].value, found[0].n)
    assert found.verdict == told["state"]


def test_compare_with_a_baseline(run: ttrsim.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    saved = ttrsim.save_baseline("mine", run)
    assert saved.runs[0].games == run.games
    for what in (run, run.path, None):
        assert ttrsim.compare("mine", what).verdict == "identical"
    assert command("compare", "mine")["verdict"] == "identical"


def test_summary_and_report(run: ttrsim.Run, tmp_path: Path) -> None:
    assert ttrsim.summary(run).as_dict() == command("summary", run.path)
    made = ttrsim.report([run], out=tmp_path / "report", parts=["md", "csv"])
    assert (made.page, made.failed_controls) == (None, [])
    assert {path.name for path in made.folder.iterdir()} == {"report.md", "summary.json", "tables"}
    with pytest.raises(UserError, match="unknown part 'pdf' of a report"):
        ttrsim.report(run, parts=["pdf"])


def test_experiment(tmp_path: Path) -> None:
    how = {"deals": 4, "bots": ["planner", "planner"], "seed": 2}
    run = ttrsim.experiment("tickets", "new-york", only=["Central Park-Chelsea"], out=tmp_path / "a", **how)
    argv = ("--bots", "planner,planner", "--deals", 4, "-s", 2, "--only", "Central Park-Chelsea")
    told = command("experiment", "tickets", "new-york", *argv, "-o", tmp_path / "b")
    assert run.manifest.key == ttrsim.open_run(tmp_path / "b").manifest.key
    assert [each["tried"] for each in told["runs"]] == [each.tried for each in ttrsim.summary(run).runs]


def test_a_suite_is_played_whole(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    member = 'board = "new-york"\nseats = ["random", "random"]\ndeals = 3\n'
    path.write_text("".join(f'[[scenario]]\nname = "{name}"\n{member}' for name in "ab"))
    runs = ttrsim.run_suite(path, seed=5, out=tmp_path / "out")
    assert {name: run.manifest.seed for name, run in runs.items()} == {"a": 5, "b": 5}
    with pytest.raises(UserError, match="is a suite of several scenarios"):
        ttrsim.run(path)


def test_a_board_is_played_by_its_name(tmp_path: Path) -> None:
    run = ttrsim.run("new-york", bots=["random", "random"], games=4, out=tmp_path / "run")
    assert (run.board.name, run.games) == ("new-york", 4)


def test_boards_and_bots() -> None:
    assert [board.name for board in ttrsim.boards()] == [each["name"] for each in command("board", "list")]
    assert [vars(bot) for bot in ttrsim.bots()] == command("bots", "list")


# ---- in a notebook -------------------------------------------------------------------------------


class Balanced(HTMLParser):
    """Fails where a tag is closed that is not open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag != "img":  # which has no end
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_results_show_tables_in_a_notebook(run: ttrsim.Run, tmp_path: Path) -> None:
    results: list[Any] = [
        run,
        ttrsim.boards(),
        ttrsim.bots(),
        ttrsim.summary(run),
        ttrsim.tournament("new-york", ["greedy", "random"], deals=4),
        ttrsim.sprt(["greedy", "random"], board="new-york", games=20),
    ]
    for result in results:
        assert "\n" not in repr(result)
        html = Balanced()
        html.feed(result._repr_html_())
        assert html.open == []
        assert {"table", "td"} <= html.seen


def test_names_of_users_are_text_in_a_notebook() -> None:
    from ttrsim.documents.document import Document, Table
    from ttrsim.documents.html import html_fragment

    table = Table.of_texts("x", "<b>x", ("<b>x",), [("<b>x",)])
    assert "<b>x" not in html_fragment(Document("<b>x", ["<b>x"], [table]))
