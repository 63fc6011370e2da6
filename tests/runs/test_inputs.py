"""A run contains what it was played with: its board, its house rules and users' bots with all that they import."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import ttrsim
from tests.runs.helpers import change_manifest, cut_parts, part_bytes
from ttrsim.documents.report.summary import summarise_run
from ttrsim.games.registry import GAMES, data_of
from ttrsim.runs.folder import FolderError
from ttrsim.runs.run import Run

NEW_YORK = Path(str(data_of(GAMES["trains"]))) / "new-york"
EAGER = Path(__file__).parent / "eager.py"

HELPERS = "from ttrsim.botkit import helper\nfrom shared import LIMIT\n\n\n@helper\ndef limit():\n    return LIMIT\n"
SHARED = (
    "import json\nfrom pathlib import Path\n\nLIMIT = json.loads((Path(__file__).parent / 'limit.json').read_text())\n"
)


@pytest.fixture
def board(tmp_path: Path) -> Path:
    return Path(shutil.copytree(NEW_YORK, tmp_path / "own/board"))


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """It imports a file, which imports another, which reads a third."""
    folder = tmp_path / "own/bots"
    folder.mkdir(parents=True)
    source = EAGER.read_text().replace("from ttrsim.botkit", "from helpers import limit\nfrom ttrsim.botkit", 1)
    (folder / "mine.py").write_text(source.replace("< own.weights[0]", "< own.weights[0] * limit()"))
    (folder / "helpers.py").write_text(HELPERS)
    (folder / "shared.py").write_text(SHARED)
    (folder / "limit.json").write_text("0.75")
    return folder / "mine.py"


def told(run: Run) -> dict[str, Any]:
    """All numbers of a run, without the line that names its folder."""
    summary = summarise_run(run).json()
    return {key: summary[key] for key in ("board", "title", "bots", "games", "notes", "controls", "sections")}


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_an_edited_board_does_not_change_an_old_run(board: Path, tmp_path: Path) -> None:
    run = ttrsim.run({"board": str(board), "seats": ["random", "greedy"], "deals": 60}, out=tmp_path / "r")
    before = told(run)
    rows = (board / "tickets.csv").read_text().splitlines()
    cells = rows[1].split(",")
    (board / "tickets.csv").write_text("\n".join([rows[0], ",".join([*cells[:3], "99", *cells[4:]]), *rows[2:]]) + "\n")
    assert told(ttrsim.open_run(run.path)) == before


def test_a_run_goes_on_with_the_board_and_the_bot_it_began_with(board: Path, bot: Path, tmp_path: Path) -> None:
    """An edit in between is not mixed in."""
    scenario = {"board": str(board), "seats": [f"{bot}:eager", "random"], "deals": 40}
    run = ttrsim.run(scenario, out=tmp_path / "r", chunk=16)
    whole = part_bytes(run)
    cut_parts(run, 1)
    tickets = (board / "tickets.csv").read_text().splitlines()
    (board / "tickets.csv").write_text("\n".join(tickets[:-1]) + "\n")
    edit(bot, "0.5", "0.6")
    assert part_bytes(ttrsim.resume(run.path)) == whole


def test_a_renamed_id_does_not_matter_to_an_old_run(board: Path, tmp_path: Path) -> None:
    run = ttrsim.run({"board": str(board), "seats": ["random", "greedy"], "deals": 60}, out=tmp_path / "r")
    before = told(run)
    for file in ("cities.csv", "routes.csv", "tickets.csv"):
        edit(board / file, "Chelsea", "Newtown")
    assert told(ttrsim.open_run(run.path)) == before


def test_a_folder_can_be_moved_and_continued_without_the_originals(
    board: Path, bot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "own")
    scenario = {"board": {"name": "board", "wilds": 12}, "seats": ["bots/mine.py:eager(eagerness=0.9)", "random"]}
    run = ttrsim.run(scenario, deals=40, out=tmp_path / "r", chunk=16)
    before, whole = told(run), part_bytes(run)
    moved = Path(shutil.move(run.path, tmp_path / "sent"))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    shutil.rmtree(tmp_path / "own")
    cut_parts(ttrsim.open_run(moved), 1)
    resumed = ttrsim.resume("../sent")
    assert told(ttrsim.open_run(moved)) == before
    assert part_bytes(resumed) == whole
    assert resumed.board.parameters.wilds == 12  # type: ignore[attr-defined]
    assert set(resumed.scan("seats").collect()["bot"]) == {"mine.py:eager(eagerness=0.9)", "random"}


def test_the_copies_are_what_was_played(board: Path, bot: Path, tmp_path: Path) -> None:
    run = ttrsim.run({"board": str(board), "seats": [f"{bot}:eager", "random"], "deals": 4}, out=tmp_path / "r")
    copies = {
        file.relative_to(run.path / "inputs").as_posix() for file in run.path.rglob("inputs/**/*") if file.is_file()
    }
    assert copies == {
        *(f"boards/board/{name}" for name in ("board.toml", "cities.csv", "routes.csv", "tickets.csv")),
        *(f"bots/mine/{name}" for name in ("mine.py", "helpers.py", "shared.py", "limit.json")),
    }
    assert run.manifest.inputs is not None
    assert {f"inputs/{copy}" for copy in copies} == run.manifest.inputs.files.keys()
    assert (run.path / "inputs/boards/board/tickets.csv").read_bytes() == (board / "tickets.csv").read_bytes()


@pytest.mark.parametrize(
    ("file", "old", "new"), [("helpers.py", "return LIMIT", "return LIMIT + 0"), ("limit.json", "0.75", "0.5")]
)
def test_all_files_of_a_bot_decide_the_key(bot: Path, file: str, old: str, new: str, tmp_path: Path) -> None:
    """Runs of equal keys have equal results, so what a bot imports or reads counts as much as its own file."""
    scenario = {"board": "new-york", "seats": [f"{bot}:eager", "random"], "deals": 4}
    one = ttrsim.run(scenario, out=tmp_path / "1")
    again = ttrsim.run(scenario, out=tmp_path / "2")
    edit(bot.parent / file, old, new)
    other = ttrsim.run(scenario, out=tmp_path / "3")
    assert one.manifest.key == again.manifest.key != other.manifest.key


def test_an_experiment_has_copies_of_both_boards(board: Path, tmp_path: Path) -> None:
    edit(board / "board.toml", "trains = 15", "trains = 14")
    experiment = {"kind": "rules", "settings": [f'board="{board}"']}
    scenario = {"board": "new-york", "seats": ["random", "random"], "deals": 20, "experiment": experiment}
    run = ttrsim.run(scenario, out=tmp_path / "r", chunk=8)
    assert run.manifest.inputs is not None
    assert run.manifest.inputs.boards == {"new-york": "inputs/boards/new-york", str(board): "inputs/boards/board"}
    whole = part_bytes(run)
    shutil.rmtree(board)
    cut_parts(run, 1)
    assert part_bytes(ttrsim.resume(run.path)) == whole


def test_merged_shards_keep_the_copies(board: Path, tmp_path: Path) -> None:
    scenario = {"board": str(board), "seats": ["random", "random"], "deals": 40}
    shards = [ttrsim.run(scenario, out=tmp_path / str(k), shard=f"{k}/2", chunk=16).path for k in (1, 2)]
    shutil.rmtree(board)
    merged = ttrsim.merge(shards, tmp_path / "whole")
    for shard in shards:
        shutil.rmtree(shard)
    assert merged.board == ttrsim.open_run(merged.path).board
    assert merged.board.title == "Ticket to Ride: New York"


@pytest.mark.parametrize("damage", ["altered", "missing"])
def test_a_damaged_copy(damage: str, board: Path, tmp_path: Path) -> None:
    run = ttrsim.run({"board": str(board), "seats": ["random", "random"], "deals": 4}, out=tmp_path / "r")
    copy = run.path / "inputs/boards/board/tickets.csv"
    copy.write_bytes(copy.read_bytes() + b"\n") if damage == "altered" else copy.unlink()
    with pytest.raises(FolderError, match=rf"inputs/boards/board/tickets.csv is {damage}"):
        summarise_run(ttrsim.open_run(run.path))
    assert ttrsim.open_run(run.path).scan("games").collect().height == 4  # the tables can still be read


@pytest.mark.parametrize("path", ["../board", "/etc", "inputs/../../x", "inputs/boards", "inputs/a/..\\b", "C:/x/y"])
def test_no_name_of_a_copy_leads_out_of_the_folder(path: str, board: Path, tmp_path: Path) -> None:
    run = ttrsim.run({"board": str(board), "seats": ["random", "random"], "deals": 4}, out=tmp_path / "r")
    change_manifest(run.path, inputs={"boards": {str(board): path}, "bots": {}, "files": {}})
    with pytest.raises(FolderError, match=r"manifest.json is damaged: inputs.boards.*should be a path below inputs/"):
        ttrsim.open_run(run.path)
