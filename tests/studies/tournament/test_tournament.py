"""`ttrsim tournament`: its games and what it writes."""

from __future__ import annotations

import csv
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.studies.conftest import Run
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.seatings import orders
from ttrsim.play.table import SeatedTable
from ttrsim.progress import Progress
from ttrsim.studies.tournament import play
from ttrsim.workers.executor import Threads

FIELD = ("--bots", "random,greedy")


# ---- games ---------------------------------------------------------------------------------------


def test_scores_are_those_of_the_games() -> None:
    """The same games by hand: seat for seat, with the bots where the seating says."""
    board = load_board("new-york")
    bots = [load_bot("random", TRAINS), load_bot("greedy", TRAINS), load_bot("greedy", TRAINS)]
    tournament = play.Tournament(board, bots, np.array([[0, 1, 2]]), 4, 7)
    tournament.play(Threads(1))
    scores = tournament.scores
    wins, points = np.zeros((4, 3)), np.zeros((4, 3))
    for game in range(12):
        seating = orders(3)[game % 6]
        result = SeatedTable(board, bots, orders(3), n_rotations=3).play(7, game, 1)[0]
        for seat, place in enumerate(seating):
            wins[game // 3, place] += result["seats"][seat]["wins"] / result["n_winners"] / 3
            points[game // 3, place] += result["seats"][seat]["total"] / 3
    assert scores.wins[:, 0] == pytest.approx(wins)
    assert scores.points[:, 0] == pytest.approx(points)


def test_a_worker_goes_on_with_another_line_up_as_new() -> None:
    bots = [load_bot(name, TRAINS) for name in ("random", "greedy", "hungry")]
    work = play.PlayPieces(load_board("new-york"), bots, np.array([[0, 1], [0, 2], [1, 2]]), seed=7)
    travelled = pickle.loads(pickle.dumps(work))
    worker = work.start()
    for piece in (play.Piece(2, 0, 9), play.Piece(0, 4, 5), play.Piece(2, 0, 9), play.Piece(1, 3, 8)):
        wins, points = worker(piece, lambda n: None)
        alone = travelled.start()(piece, lambda n: None)
        assert (wins.tolist(), points.tolist()) == (alone.wins.tolist(), alone.points.tolist())


def test_the_same_seed_gives_the_same_whatever_the_threads(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("tournament", "new-york", *FIELD, "--deals", "25", "--json")
    alone = run(*arguments, "--threads", "1").stdout
    monkeypatch.setattr(play, "FIRST_PIECE", 3)
    monkeypatch.setattr(play, "LARGEST_PIECE", 4)
    assert run(*arguments, "--threads", "3").stdout == alone
    assert run(*arguments, "-s", "2").stdout != alone


def test_what_is_printed(run: Run) -> None:
    result = run("tournament", "usa", *FIELD, "--deals", "20")
    assert result.exit_code == 0
    assert "usa, 2 players: 40 games" in result.stdout
    assert re.search(r"^1  greedy +.* … .*%", result.stdout, re.MULTILINE)
    assert re.search(r"^2 random +[\d … ]+ +–$", result.stdout, re.MULTILINE)


def test_what_is_written(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    result = run("tournament", "new-york", *FIELD, "--deals", "20", "-o", str(folder), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert json.loads((folder / "tournament.json").read_text(encoding="utf-8")) == found
    assert (found["players"], found["deals"], found["line_ups"], found["games"]) == (2, 20, 1, 40)
    with (folder / "ladder.csv").open(encoding="utf-8") as stream:
        ladder = list(csv.DictReader(stream))
    assert [row["bot"] for row in ladder] == ["greedy", "random"]
    assert [float(row["strength"]) for row in ladder] == [row["strength"]["value"] for row in found["standings"]]
    with (folder / "matrix.csv").open(encoding="utf-8") as stream:
        matrix = list(csv.DictReader(stream))
    assert float(matrix[0]["random"]) + float(matrix[1]["greedy"]) == pytest.approx(1)
    assert (folder / "matrix.png").read_bytes().startswith(b"\x89PNG")
    study = {"request.json", "scores.jsonl", "lock"}
    results = {"ladder.csv", "matrix.csv", "matrix.png", "tournament.json"}
    assert {path.name for path in folder.iterdir()} == results | study


def test_a_gauntlet_leaves_pairs_that_never_met_empty(run: Run) -> None:
    field = "random,greedy,random()"
    result = run("tournament", "new-york", "--bots", field, "--gauntlet", "greedy", "--deals", "10", "--json")
    assert result.exit_code == 0
    met = {(row["bot"], row["opponent"]) for row in json.loads(result.stdout)["meetings"]}
    assert met == {("greedy", "random"), ("greedy", "random()"), ("random", "greedy"), ("random()", "greedy")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["eurpoe", *FIELD], "unknown board 'eurpoe'"),
        (["usa", "--bots", "random,random"], "'random' is listed twice"),
        (["usa", "--bots", "random"], "a tournament with 2 players needs 2 to 20 bots, not 1"),
        (["usa", *FIELD, "-p", "4"], "a tournament with 4 players needs 4 to 20 bots, not 2"),
        (["new-york", *FIELD, "-p", "5"], "new-york is for 2 to 4 players, not 5"),
        (["usa", *FIELD, "--gauntlet", "planer"], "--gauntlet 'planer' is not one of the bots: random, greedy"),
        (["usa", *FIELD, "-o", "/dev/null/folder", "--deals", "2"], "cannot write '/dev/null/folder'"),
    ],
)
def test_bad_input(run: Run, arguments: list[str], message: str) -> None:
    result = run("tournament", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {message}")


@pytest.fixture
def interrupt_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """An interrupt once so many games are played, with a deal in each piece."""

    def at(n_games: int) -> None:
        def count(progress: Progress, n: float) -> None:
            progress.done += n
            if progress.done >= n_games:
                raise KeyboardInterrupt

        monkeypatch.setattr(Progress, "count", count)

    monkeypatch.setattr(play, "FIRST_PIECE", 1)
    monkeypatch.setattr(play, "LARGEST_PIECE", 1)
    return at


def test_an_interrupt_at_once_ends_it_tidily(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(play._LineUpPlayer, "play", interrupted)
    result = run("tournament", "new-york", *FIELD, "--deals", "5000", "-o", str(tmp_path / "out"), "--threads", "1")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.endswith(f"error: interrupted; `ttrsim resume {tmp_path / 'out'}` continues\n")
    assert not (tmp_path / "out" / "tournament.json").exists()


def test_an_interrupt_leaves_the_ladder_of_what_was_played(
    run: Run, tmp_path: Path, interrupt_at: Callable[[int], None]
) -> None:
    field = ("new-york", "--bots", "random,greedy,random()", "--json", "--threads", "1")
    interrupt_at(60)
    result = run("tournament", *field, "--deals", "5000", "-o", str(tmp_path / "out"))
    found = json.loads(result.stdout)
    deals = found["deals"]
    assert result.exit_code == 130
    assert 9 <= deals < 2500, "three line-ups, two games of a deal each; the last two pieces may come in either order"
    based = f"interrupted: the result is based on {deals:,} of 5,000 deals"
    assert result.stderr.endswith(f"error: {based}; `ttrsim resume {tmp_path / 'out'}` continues\n")
    assert json.loads((tmp_path / "out" / "tournament.json").read_text(encoding="utf-8")) == found
    interrupt_at(1_000_000)
    assert json.loads(run("tournament", *field, "--deals", str(deals)).stdout) == found


def test_an_illegal_decision_ends_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("from ttrsim.botkit import bot\n\n@bot()\ndef bad(board, public, own):\n    return 0\n")
    result = run("tournament", "usa", "--bots", f"random,{path}:bad", "--deals", "1000")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the bot made an illegal decision" in result.stderr
