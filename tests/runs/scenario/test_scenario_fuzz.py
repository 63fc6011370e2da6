"""Scenario files damaged in every way: each is played, or refused with exit code 2 and a message."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.runs.helpers import ROOT
from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.runs.plan import make_plan
from ttrsim.runs.scenario.reading import load_scenario

SOUND = [
    'board = "europe"\nseats = ["random", "greedy"]\ndeals = 10\n',
    'about = "x"\nboard = "usa"\nseats = ["random", "random", "greedy"]\nseed = 5\ntables = ["games", "seats"]\n',
    'seats = ["greedy", "random"]\nrotations = "none"\n[board]\nname = "europe"\nwilds = 12\nstations = 0\nhand = 4\n',
    'board = "new-york"\nfield = ["random", "greedy"]\nplayers = 2\ndeals = 4\nchecks = ["mean(turns) > 5"]\n',
    """
board = "europe"
seats = ["random", "greedy"]
[[restrictions]]
seat = 0
keep = ["Moskva-Palermo"]
closed = ["Brest-Paris"]
stations = false
[[restrictions]]
bot = "greedy"
refuse_later = ["Berlin-Roma"]
""",
    """
seats = ["random", "greedy"]
[board]
name = "new-york"
market = 5
flush_wilds = 3
setup_offer = 2
setup_keep = 1
offer = 2
offer_keep = 1
trains = 15
end_trains = 2
tunnel_cards = 3
turn_limit = 2000
route_points = { 1 = 1, 2 = 2, 3 = 4, 4 = 7 }
""",
]
VALUES = (
    *("0", "1", "-1", "2", "3", "7", "13", "99", "1e400", "nan", "inf", "0x10", "9223372036854775808", "1" * 400),
    *('""', '"random"', '"greedy(a=1)"', '"planner(block=0.2)"', '"("', '":"', '"x:y"', '"/"', '"."', '"\\u0000"'),
    *("true", "[]", "[[]]", "{}", "1979-05-27", '["random", 1]', '["greedy"]', "{ name = 1 }", "[" * 300),
)
KEYS = (
    "board",
    "seats",
    "field",
    "players",
    "deals",
    "seed",
    "tables",
    "rotations",
    "wilds",
    "hand",
    "x",
    "board.wilds",
)


def mutate(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((1, 1, 2, 3))):
        text = dice.choice((change_value, change_key, drop_line, add_line, change_byte, swap_lines))(text, dice)
    return text


def change_value(text: str, dice: random.Random) -> str:
    places = list(re.finditer(r"= (.*)", text)) or [re.search("", text)]
    place = dice.choice(places)
    return text[: place.start()] + f"= {dice.choice(VALUES)}" + text[place.end() :]


def change_key(text: str, dice: random.Random) -> str:
    return re.sub(r"^\w+", dice.choice(KEYS), text, count=dice.randint(1, 3), flags=re.MULTILINE)


def drop_line(text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True) or [""]
    lines.pop(dice.randrange(len(lines)))
    return "".join(lines)


def add_line(text: str, dice: random.Random) -> str:
    return text + f"{dice.choice(KEYS)} = {dice.choice(VALUES)}\n"


def change_byte(text: str, dice: random.Random) -> str:
    place = dice.randrange(len(text) + 1)
    return (
        text[:place]
        + chr(dice.choice((0, 10, 34, 39, 40, 46, 91, 93, 0xE9, dice.randrange(32, 127))))
        + text[place + 1 :]
    )


def swap_lines(text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    dice.shuffle(lines)
    return "".join(lines)


def test_every_mutation_is_sound_or_refused(tmp_path: Path) -> None:
    dice = random.Random(4)
    path = tmp_path / "s.toml"
    sound = refused = 0
    for _ in range(5_500):
        path.write_text(mutate(dice.choice(SOUND), dice), encoding="utf-8", newline="")
        try:
            make_plan(load_scenario(path))
            sound += 1
        except UserError:
            refused += 1
    assert sound > 300
    assert refused > 2_000


def test_mutations_from_end_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    dice = random.Random(5)
    codes = []
    for number in range(60):
        path = tmp_path / f"{number}.toml"
        path.write_text(mutate(dice.choice(SOUND), dice), encoding="utf-8", newline="")
        arguments = ["run", str(path), "--deals", "3", "-o", str(tmp_path / str(number))]
        result = CliRunner().invoke(app, arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), path.read_text()
        assert result.exit_code in (0, 2), (path.read_text(), result.stderr)
        assert result.exit_code == 0 or result.stderr.startswith("error: ")
        codes.append(result.exit_code)
    assert {0, 2} == set(codes)
