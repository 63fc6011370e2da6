"""`ttrsim board` and what all verbs share: help, exit codes, errors."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.runs.helpers import ROOT
from ttrsim import __version__
from ttrsim.cli.app import app
from ttrsim.errors import RunError
from ttrsim.games.registry import board_folder, board_names, load_board, map_of_deck

HEAVY = {"numba", "polars", "matplotlib", "numpy", "scipy", "ttrsim.games.trains.board"}


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def ttrsim(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ttrsim", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False, cwd=ROOT, **options)


def test_version() -> None:
    result = ttrsim("--version")
    assert (result.returncode, result.stdout) == (0, f"ttrsim {__version__}\n")


def test_help_names_the_verbs() -> None:
    result = ttrsim("--help")
    assert result.returncode == 0
    assert "board" in result.stdout
    assert "Start, list, show, check, compare and draw boards." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--help"], HEAVY | {"pydantic", "ttrsim.cli.board"}),
        (["--version"], HEAVY | {"pydantic", "rich", "ttrsim.cli.board"}),
        (["board", "--help"], HEAVY),  # typer itself takes pydantic to read the options of a command
        (["board", "draw", "--help"], HEAVY),
    ],
)
def test_help_imports_nothing_heavy(arguments: list[str], unwanted: set[str]) -> None:
    code = (
        "import sys; from ttrsim.cli.app import app\n"
        f"try: app({arguments!r})\n"
        "except SystemExit: pass\n"
        "print('\\n' + ' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "typer" in loaded
    assert loaded & unwanted == set()


def test_unknown_verb_is_a_usage_error() -> None:
    result = ttrsim("bord")
    assert result.returncode == 2
    assert "board" in result.stderr


def test_list() -> None:
    result = run("board", "list")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == board_names()
    assert [line[:2] == "  " for line in result.stdout.splitlines()] == [
        bool(map_of_deck(name)) for name in board_names()
    ]
    assert "  usa-mega " in result.stdout
    assert "47 cities, 101 routes (11 doubles), 46 tickets, 2–5 players" in result.stdout


@pytest.mark.parametrize("name", ["europe", "new-york", "usa"])
def test_show_json(name: str) -> None:
    result = run("board", "show", name, "--json")
    assert result.exit_code == 0
    values = json.loads(result.stdout)
    board = load_board(name)
    assert (values["name"], values["title"]) == (name, board.title)
    assert {"id", "name", "x", "y", "attraction"} <= set(values["cities"][0])
    assert set(values["routes"][0]) == {"id", "a", "b", "length", "colour", "tunnel", "wilds", "double", "any_set"}
    assert set(values["tickets"][0]) == {"id", "a", "b", "points", "long"}
    assert [len(values[table]) for table in ("cities", "routes", "tickets")] == [
        len(board.cities),
        len(board.routes),
        len(board.tickets),
    ]
    assert all(isinstance(city["attraction"], bool) for city in values["cities"])
    assert all(isinstance(route["tunnel"], bool) for route in values["routes"])
    assert {type(route["double"]) for route in values["routes"]} == {str, type(None)}
    assert values["parameters"]["trains"] == board.parameters.trains
    assert values["parameters"]["route_points"]["3"] == 4


def test_show() -> None:
    result = run("board", "show", "europe")
    assert result.exit_code == 0
    for text in (
        "Ticket to Ride: Europe",
        "setup_refused",
        "København – Stockholm",
        "ferry, 2 wild",
        "tunnel",
        "long",
    ):
        assert text in result.stdout


def test_show_does_not_take_names_for_markup(tmp_path: Path) -> None:
    for file in filter(Path.is_file, board_folder("usa").iterdir()):
        text = file.read_text(encoding="utf-8").replace("Denver,Denver", "Denver,[red]Denver[/oops]")
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    result = run("board", "show", str(tmp_path))
    assert result.exit_code == 0
    assert "[red]Denver[/oops]" in result.stdout


def test_check() -> None:
    result = run("board", "check", "usa")
    assert result.exit_code == 0
    assert result.stdout.startswith("ok: Ticket to Ride: USA: 36 cities, 100 routes")


def test_check_lists_the_faults(tmp_path: Path) -> None:
    result = run("board", "check", str(tmp_path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines()[1:] == [
        f"{file}: missing file" for file in ("board.toml", "cities.csv", "routes.csv", "tickets.csv")
    ]


def test_unknown_board() -> None:
    result = ttrsim("board", "show", "eurpoe")
    assert result.returncode == 2
    assert result.stderr.startswith("error: unknown board 'eurpoe' — did you mean 'europe'?")
    assert "Traceback" not in result.stderr


def test_draw(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    result = run("board", "draw", "new-york", "-o", str(path), "--dpi", "60")
    assert result.exit_code == 0, result.stderr
    assert path.read_bytes().startswith(b"\x89PNG")
    assert 10_000 < path.stat().st_size < 1_000_000


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("map.gif", "must end in"),
        ("map", "must end in"),
        ("no/such/map.png", "cannot write"),
        (".", "must end in"),
    ],
)
def test_draw_to_a_bad_path(tmp_path: Path, path: str, message: str) -> None:
    result = run("board", "draw", "new-york", "-o", f"{tmp_path}/{path}", "--dpi", "30")
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_closed_pipe_ends_quietly() -> None:
    for arguments in (["show", "usa"], ["show", "usa", "--json"]):
        command = [sys.executable, "-m", "ttrsim", "board", *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(30) == 141


@pytest.mark.parametrize(
    ("failure", "code", "message"),
    [
        (RunError("a bot cheats"), 1, "error: a bot cheats\n"),
        (KeyboardInterrupt(), 130, "error: interrupted; this begins again:\n"),
        (PermissionError(13, "Permission denied", "/x"), 1, "error: Permission denied: '/x'\n"),
    ],
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, failure: BaseException, code: int, message: str) -> None:
    def fail(_: str) -> None:
        raise failure

    monkeypatch.setattr("ttrsim.games.registry.load_board", fail)
    result = run("board", "check", "usa")
    assert (result.exit_code, result.stderr.startswith(message)) == (code, True)


def test_a_terminal_without_the_letters() -> None:
    environment = {"PYTHONIOENCODING": "ascii", "COLUMNS": "120"}
    result = ttrsim("board", "show", "europe", env=environment)
    assert result.returncode == 0
    assert "K\\xf8benhavn" in result.stdout
    values = json.loads(ttrsim("board", "show", "europe", "--json", env=environment).stdout)
    assert "København" in {city["display"] for city in values["cities"]}
