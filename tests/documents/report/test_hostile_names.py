"""Terminal escapes, markup and formulas in the names of boards, cities, tickets and bots are shown, not obeyed."""

from __future__ import annotations

import json
import re
import shutil
import xml.dom.minidom
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.runs.test_inputs import EAGER, NEW_YORK
from ttrsim.cli.app import app
from ttrsim.cli.console import rich_console
from ttrsim.wording import visible

NAME = "\x1b[31mRed\x1b]0;mine\x07[bold]<script>alert(1)</script>$\\frac{a$|`x`\x9b2J\u202e"
SHOWN = r"\x1b[31mRed\x1b]0;mine\x07[bold]<script>alert(1)</script>$\frac{a$|`x`\x9b2J\u202e"
OBEYED = ("\x1b", "\x07", "\x9b", "\u202e")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board with such names, a bot, and a run of them."""
    place = tmp_path_factory.mktemp("hostile")
    shutil.copytree(NEW_YORK, place / "board")
    for file in ("cities.csv", "routes.csv", "tickets.csv"):
        text = (place / "board" / file).read_text(encoding="utf-8").replace("Chelsea", NAME)
        (place / "board" / file).write_text(text, encoding="utf-8")
    header = (place / "board/board.toml").read_text(encoding="utf-8")
    title = "Ti\\u001b[31mtle <b>bold</b> [red] $x^$"
    header = header.replace("Ticket to Ride: New York", title)
    (place / "board/board.toml").write_text(header, encoding="utf-8")
    shutil.copy(EAGER, place / "m\x1b[31m[red]<i>$x^$.py")
    bots = f"{place}/m\x1b[31m[red]<i>$x^$.py:eager,greedy"
    assert told("run", str(place / "board"), "--bots", bots, "-n", "60", "-o", str(place / "run"))
    return place


def told(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments])
    assert result.exit_code == 0, result.output
    assert not any(control in result.output for control in OBEYED), repr(result.output)
    return result.output


@pytest.mark.parametrize("command", ["board show", "board check", "summary", "metrics measure", "replay", "tournament"])
def test_the_terminal_shows_them(command: str, place: Path) -> None:
    board, run, record = (str(place / name) for name in ("board", "run", "game.jsonl"))
    if command == "replay":
        told("trace", board, "--bots", "greedy,random", "-o", record)
    more = {
        "board show": [board],
        "board check": [board],
        "summary": [run],
        "metrics measure": [run, "route_claimed"],
        "replay": [record],
        "tournament": [board, "--bots", "greedy,random", "-n", "40"],
    }
    output = told(*command.split(), *more[command])
    if command in ("metrics measure", "replay"):
        assert SHOWN in output


def test_json_holds_them(place: Path) -> None:
    """As they are, by escapes that JSON has."""
    routes = json.loads(told("metrics", "measure", str(place / "run"), "route_claimed", "--json"))
    assert any(NAME in row["route"] for row in routes)


def test_reports_show_them(place: Path) -> None:
    told("report", str(place / "run"), "-o", str(place / "report"))
    page, markdown = ((place / "report" / name).read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    assert "&lt;script&gt;alert(1)" in page
    assert "&lt;script>alert(1)" in markdown
    prose = re.sub("```console.*?```", "", markdown, flags=re.DOTALL)
    for text in (page, prose):
        assert "<script>alert" not in text
        assert "<b>bold" not in text
        assert "<i>$x" not in text
    assert "$x^$" not in prose  # a formula, to some readers of Markdown
    assert not any(control in markdown for control in OBEYED)
    pictures = sorted((place / "report").rglob("*.svg"))
    assert len(pictures) > 10
    for picture in pictures:
        xml.dom.minidom.parse(str(picture))


def test_drawings_show_them(place: Path) -> None:
    told("board", "draw", str(place / "board"), "-o", str(place / "board.svg"))
    xml.dom.minidom.parse(str(place / "board.svg"))


def test_errors_show_them(place: Path) -> None:
    result = CliRunner().invoke(app, ["run", str(place / "board"), "--bots", "\x1b[31mred,greedy"])
    assert result.exit_code == 2
    assert "\x1b" not in result.output
    assert r"\x1b[31mred" in result.output


def test_tables_of_the_terminal_show_them() -> None:
    console = rich_console()
    with console.capture() as captured:
        console.print(NAME, soft_wrap=True)
    assert captured.get() == visible(NAME.replace("\x07", "")) + "\n"  # rich itself leaves out bells
