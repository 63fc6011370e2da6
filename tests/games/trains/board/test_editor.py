"""Boards go to the map editor and back, and what only the editor knows survives."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.editor import editor_json, read_editor, spreadsheets

PLAIN = ("usa", "europe", "new-york", "london", "nordic")  # without tickets to countries


def loaded(draft: Any, folder: Path) -> Any:
    folder.mkdir(exist_ok=True)
    for name, text in draft.files().items():
        (folder / name).write_text(text, encoding="utf-8")
    return load_board(str(folder))


def routes_of(board: Any) -> list[tuple[Any, ...]]:
    return [(frozenset((r.a, r.b)), r.length, r.colour, r.tunnel, r.wilds) for r in board.routes]


def tickets_of(board: Any) -> list[tuple[Any, ...]]:
    return [(frozenset((t.a, t.b)), t.points, t.long) for t in board.tickets]


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("way", ["json", "csv"])
def test_a_board_comes_back_as_it_was(name: str, way: str, tmp_path: Path) -> None:
    board: Any = load_board(name)
    texts = {"map.json": editor_json(board, None)} if way == "json" else spreadsheets(board)
    back = loaded(read_editor(texts), tmp_path / "b")
    assert (routes_of(back), tickets_of(back)) == (routes_of(board), tickets_of(board))
    width = 1.0 if way == "json" else min(1.0, board.aspect / back.aspect)  # of the editor's board
    for city, there in zip(board.cities, back.cities, strict=True):
        expected = (width * city.x, width * city.y * back.aspect / board.aspect)
        assert there.name == city.name
        assert (there.x, there.y) == pytest.approx(expected, abs=2e-3)
    assert way == "csv" or back.parameters.trains == board.parameters.trains


def editors_file() -> dict[str, Any]:
    """A map with what a board does not know: artwork, a second deck, a railway that nobody claims, fields to come."""
    return {
        "format": "ticket-to-ride-map",
        "version": 3,
        "kind": "map",
        "board": {"width": 1000, "height": 500},
        "later": {"a": 1},
        "payload": {
            "name": "Two lakes",
            "background": [{"id": "lake", "fill": "#abc"}],
            "wagonsPerPlayer": 20,
            "players": {"min": 2, "max": 3},
            "startingTickets": 1,
            "keptTickets": 1,
            "routeTypeStyles": [
                {"id": "t", "label": "Tunnel", "shape": "serrated"},
                {"id": "rail", "label": "Old line", "infrastructure": True},
                {"id": "r", "label": "Railway"},
            ],
            "stops": [
                {"id": "s1", "name": "Ava", "x": 100, "y": 100, "labelAngle": 30},
                {"id": "s2", "name": "Bo", "x": 500, "y": 400},
                {"id": "s3", "name": "Cy", "x": 900, "y": 100},
            ],
            "routes": [
                {
                    "id": "r1",
                    "a": "s1",
                    "b": "s2",
                    "length": 3,
                    "type": "t",
                    "color": "purple",
                    "points": [{"x": 1, "y": 2}],
                },
                {
                    "id": "r2",
                    "a": "s2",
                    "b": "s3",
                    "length": 2,
                    "type": "r",
                    "color": "neutral",
                    "locomotiveSlots": [1],
                },
                {"id": "r3", "a": "s1", "b": "s3", "length": 1, "type": "rail", "color": "red"},
            ],
            "ticketSets": [{"id": "main", "label": "Main"}, {"id": "big", "label": "Big"}],
            "tickets": [
                {"id": "t1", "a": "s1", "b": "s3", "points": 6, "adjust": 1},
                {"id": "t2", "a": "s1", "b": "s2", "points": 4, "set": "big"},
                {"id": "t3", "a": "s2", "b": "s3", "points": 2},
                {"id": "t4", "a": "s2", "b": "s1", "points": 3},
            ],
        },
    }


def test_a_map_is_read_with_its_kinds_of_routes_and_a_deck(tmp_path: Path) -> None:
    text = json.dumps(editors_file())
    board = loaded(read_editor({"m.json": text}), tmp_path / "b")
    assert board.title == "Two lakes"
    assert [(r.length, r.colour, r.tunnel, r.wilds) for r in board.routes] == [
        (3, "pink", True, 0),
        (2, "gray", False, 1),
    ]
    assert [(t.a, t.b, t.points) for t in board.tickets] == [("Ava", "Cy", 6), ("Bo", "Cy", 2), ("Bo", "Ava", 3)]
    assert (board.parameters.trains, board.parameters.max_players, board.aspect) == (20, 3, 2.0)
    assert [(c.x, c.y) for c in board.cities] == [(0.1, 0.2), (0.5, 0.8), (0.9, 0.2)]
    assert read_editor({"m.json": text}, "Big").tickets == [("Ava", "Bo", 4, False)]
    assert len(read_editor({"m.json": text}).notes) == 2  # the old line, and the second deck


def test_what_only_the_editor_knows_survives(tmp_path: Path) -> None:
    kept = json.dumps(editors_file())
    board = loaded(read_editor({"m.json": kept}), tmp_path / "b")
    same = json.loads(editor_json(board, kept))
    before = editors_file()
    assert [route["id"] for route in same["payload"]["routes"]] == ["r1", "r2", "r3"]
    for key in ("background", "stops", "routeTypeStyles", "ticketSets", "wagonsPerPlayer"):
        assert same["payload"][key] == before["payload"][key], key
    assert same["later"] == {"a": 1}
    by_id = {each["id"]: each for each in same["payload"]["routes"] + same["payload"]["tickets"]}
    for each in before["payload"]["routes"] + before["payload"]["tickets"]:
        assert {key: by_id[each["id"]].get(key) for key in each} == each
    (tmp_path / "b" / "tickets.csv").write_text("a,b,points\nAva,Cy,9\nBo,Cy,2\nBo,Ava,3\n", encoding="utf-8")
    moved = json.loads(editor_json(load_board(str(tmp_path / "b")), kept))  # type: ignore[arg-type]
    assert moved["payload"]["tickets"][0] == {"id": "t1", "a": "s1", "b": "s3", "points": 9, "adjust": 1}


def test_the_commands_go_there_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.json").write_text(json.dumps(editors_file()), encoding="utf-8")
    imported = CliRunner().invoke(app, ["board", "import", "m.json", "-o", "b"])
    assert imported.exit_code == 0, imported.output
    assert imported.stdout.count("note: ") == 2
    exported = CliRunner().invoke(app, ["board", "export", "b", "-o", "back.json"])
    assert exported.exit_code == 0, exported.output
    assert json.loads(Path("back.json").read_text(encoding="utf-8"))["later"] == {"a": 1}
    assert CliRunner().invoke(app, ["board", "export", "b", "-o", "sheets"]).exit_code == 0
    assert {path.name for path in Path("sheets").iterdir()} == {"stops.csv", "routes.csv", "tickets.csv"}
    again = CliRunner().invoke(app, ["board", "import", "m.json", "-o", "b"])
    assert (again.exit_code, "exists already" in again.stderr) == (2, True)
    gone = CliRunner().invoke(app, ["board", "import", "none.json", "-o", "c"])
    assert (gone.exit_code, gone.stderr) == (2, "error: none.json: No such file or directory\n")


def test_spreadsheets_of_others_are_read(tmp_path: Path) -> None:
    """Semicolons, other headings, a byte order mark, no positions."""
    texts = {
        "routes.csv": "\ufeffa;b;length;color;ferryLocomotives\r\nAva;Bo;2;Grey;1\r\nBo;Cy;3;Purple;\r\n",
        "tickets.csv": "Deck\tFrom\tTo\tPoints\tLong deck\nMain\tAva\tCy\t5\tyes\n",
    }
    draft = read_editor(texts)
    assert draft.routes == [("Ava", "Bo", 2, "gray", False, 1), ("Bo", "Cy", 3, "pink", False, 0)]
    assert draft.tickets == [("Ava", "Cy", 5, True)]
    assert len({draft.cities[name] for name in ("Ava", "Bo", "Cy")}) == 3
    assert "without a position" in draft.notes[0]


def test_all_faults_are_said_at_once() -> None:
    file = editors_file()
    file["payload"]["stops"][1]["name"] = "Ava"
    file["payload"]["routes"][0]["length"] = 0
    file["payload"]["tickets"][0]["points"] = "six"
    with pytest.raises(UserError) as told:
        read_editor({"m.json": json.dumps(file)})
    text = str(told.value)
    assert "a second stop 'Ava'" in text
    assert "routes: number 1: length is" in text
    assert "tickets: number 1: points are" in text


def test_a_newer_version_is_refused() -> None:
    with pytest.raises(UserError, match="version 5 of the map editor; ttrsim reads versions 1 to 4"):
        read_editor({"m.json": json.dumps(editors_file() | {"version": 5})})


def test_mutated_files_are_read_or_refused_with_a_message() -> None:
    text, chance = json.dumps(editors_file()), random.Random(5)
    for _ in range(300):
        at, n = chance.randrange(len(text)), chance.randrange(1, 12)
        changed = text[:at] + chance.choice(["", "null", "-1", '"x"', "[]", "{}", "1e999"]) + text[at + n :]
        with suppress(UserError):
            read_editor({"m.json": changed}).files()
