"""`ttrsim tune`: a search on common deals that survives a kill, and what it writes."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import ttrsim
from ttrsim.cli.app import app
from ttrsim.errors import Interrupted, RunError, UserError
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.progress import Progress
from ttrsim.studies.tune import checks
from ttrsim.studies.tune.api import STUDY
from ttrsim.studies.tune.checks import Pool, seed_of
from ttrsim.studies.tune.result import Tuned
from ttrsim.studies.tune.search import Generation, WeightSearch, mean_of_best
from ttrsim.studies.tune.space import Space
from ttrsim.workers.executor import Threads

BOARD, BROKEN = "new-york", "planner@default(points=0, train=2.5)"
OPTIONS: dict[str, Any] = {
    "board": BOARD,
    "against": ["planner@default", "rusher"],
    "weights": ["points", "train"],
    "games": 12_000,
    "deals": 100,
}


def trials(result: Tuned) -> list[tuple[Any, ...]]:
    """Everything of a study but the time that it took."""
    return [(each.candidates, each.win_shares, each.start, each.incumbent, each.lead) for each in result.generations]


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Tuned:
    return ttrsim.tune(BROKEN, out=tmp_path_factory.mktemp("tune") / "study", **OPTIONS)


def test_broken_weights_recover(tuned: Tuned) -> None:
    pool = Pool(load_board(BOARD), tuple(load_bot(bot, TRAINS) for bot in OPTIONS["against"]), 2)
    bots = [load_bot(spec, TRAINS) for spec in (BROKEN, "planner@default", tuned.spec)]
    broken, sound, found = pool.win_shares(bots, 1_000, 99, Threads(2)).mean(axis=0)
    assert sound - broken > 0.1  # they are broken indeed
    assert found - broken > 0.8 * (sound - broken)
    assert tuned.match.verdict == "stronger"


def test_what_is_written(tuned: Tuned) -> None:
    written = tomllib.loads(tuned.weights_file.read_text(encoding="utf-8"))
    assert written["weights"] == tuned.weights
    assert load_bot(tuned.spec, TRAINS).weights == tuple(tuned.weights.values())
    assert {name for name, value in tuned.weights.items() if value != tuned.space.start[name]} <= {"points", "train"}
    result = json.loads((tuned.path / "result.json").read_text(encoding="utf-8"))
    assert result["match"]["verdict"] == "stronger"
    assert (tuned.path / "search.png").read_bytes().startswith(b"\x89PNG")
    assert len((tuned.path / "sensitivity.csv").read_text().splitlines()) == 1 + len(tuned.deviations)


def test_deviations_of_every_weight_have_paired_intervals(tuned: Tuned) -> None:
    assert {each.weight for each in tuned.deviations} == {"points", "train"}
    for each in tuned.deviations:
        low, high = tuned.space.bounds[each.weight]
        assert each.value == pytest.approx(min(high, max(low, each.tuned + checks.STEP * (high - low)))) or (
            each.value == pytest.approx(min(high, max(low, each.tuned - checks.STEP * (high - low))))
        )
        assert each.effect.low < each.effect.value < each.effect.high


def test_deals_change_between_generations_and_are_common_within_one(tuned: Tuned) -> None:
    starts = [generation.start for generation in tuned.generations]
    assert len(set(starts)) == len(starts)  # the start itself fares otherwise on each generation's deals
    first = tuned.generations[0]
    assert first.incumbent == first.start  # the incumbent of the first generation is the start, on the same deals
    assert first.lead_error == 0


class KilledError(Exception):
    """As a kill: it comes at any moment, and nothing is tidied up."""


def stopping(after: int, how: type[BaseException]) -> Callable[[Progress], None]:
    calls = 0

    def progress(now: Progress) -> None:
        nonlocal calls
        calls += 1
        if calls == after:
            raise how

    return progress


@pytest.mark.parametrize("after", [1, 6, 17, 30])
def test_a_study_that_is_killed_and_resumed_is_the_same_study(tuned: Tuned, tmp_path: Path, after: int) -> None:
    path = tmp_path / "killed"
    with pytest.raises(KilledError):
        ttrsim.tune(BROKEN, out=path, threads=1, progress=stopping(after, KilledError), **OPTIONS)
    if (path / STUDY).exists():  # and as if a line had been cut off
        with (path / STUDY).open("ab") as stream:
            stream.write(b'{"generation": 9, "candi')
    resumed = ttrsim.resume(path)
    assert trials(resumed) == trials(tuned)
    assert resumed.weights == tuned.weights
    assert resumed.match.as_dict() == tuned.match.as_dict()
    assert resumed.deviations == tuned.deviations


def test_an_interrupt_says_how_to_resume(tmp_path: Path) -> None:
    with pytest.raises(Interrupted, match=r"interrupted: \d+ generations are complete; `ttrsim resume .*/i` continues"):
        ttrsim.tune(BROKEN, out=tmp_path / "i", progress=stopping(20, KeyboardInterrupt), **OPTIONS)
    found = CliRunner().invoke(app, ["resume", str(tmp_path / "i"), "--json"])
    assert found.exit_code == 0
    assert json.loads(found.stdout)["match"]["verdict"] == "stronger"


def test_a_study_of_other_candidates_is_refused(tuned: Tuned, tmp_path: Path) -> None:
    path = Path(shutil.copytree(tuned.path, tmp_path / "s"))
    lines = (path / STUDY).read_text().splitlines()
    values = json.loads(lines[0])
    values["candidates"][0][0] = 0.123
    (path / STUDY).write_text("\n".join([json.dumps(values), *lines[1:]]) + "\n")
    with pytest.raises(RunError, match="generation 1 of this study has other candidates"):
        ttrsim.resume(path)


def test_a_study_of_another_bot_is_refused(tuned: Tuned, tmp_path: Path) -> None:
    path = Path(shutil.copytree(tuned.path, tmp_path / "s"))
    settings = json.loads((path / "request.json").read_text())
    settings["identity"]["code"] = "other"
    (path / "request.json").write_text(json.dumps(settings))
    with pytest.raises(RunError, match="has changed since this was begun"):
        ttrsim.resume(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weights": ["pionts"]}, "unknown weight 'pionts' — did you mean 'points'"),
        ({"minutes": 1}, "not both"),
        ({"deals": 3}, "deals: should be greater than or equal to 30"),
        ({"against": ["plannr"]}, "unknown bot 'plannr'"),
        ({"players": 5}, "new-york is for 2 to 4 players"),
    ],
)
def test_bad_input(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        ttrsim.tune("planner", out=tmp_path / "x", **(OPTIONS | options))
    assert not (tmp_path / "x").exists()


def test_a_bot_without_weights(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="'greedy' has no weights to tune"):
        ttrsim.tune("greedy", board=BOARD, out=tmp_path / "x")


def test_a_folder_that_holds_a_study_is_not_overwritten(tuned: Tuned) -> None:
    with pytest.raises(UserError, match="holds this tune already"):
        ttrsim.tune(BROKEN, out=tuned.path, **OPTIONS)


@pytest.mark.parametrize(
    ("n_bots", "n_players", "tables"),
    [
        (1, 4, [(0, 0, 0)]),
        (3, 2, [(0,), (1,), (2,)]),
        (3, 4, [(0, 1, 2)]),
        (2, 4, [(0, 0, 1), (0, 1, 1)]),
        (3, 3, [(0, 1), (1, 2), (0, 2)]),
    ],
)
def test_every_bot_of_the_pool_sits_at_equally_many_tables(
    n_bots: int, n_players: int, tables: list[tuple[int, ...]]
) -> None:
    bots = tuple(load_bot("greedy", TRAINS) for _ in range(n_bots))
    assert Pool(load_board("usa"), bots, n_players).tables == tables
    seats = np.bincount([seat for table in tables for seat in table])
    assert len(set(seats.tolist())) == 1


def test_the_space_begins_at_the_start_and_ends_at_the_bounds() -> None:
    space = Space.of(load_bot("rusher", TRAINS), load_board("usa"), 2, ["tickets", "risk"])
    assert space.bounds["tickets"] == (-20.0, 20.0)
    assert space.weights(space.unit_start) == space.start
    assert space.weights(np.array([1.0, 0.0])) == space.start | {"tickets": 20.0, "risk": -0.6}
    assert space.weights(np.array([0.0, 1.0])) == space.start | {"tickets": -20.0, "risk": 0.6}


@pytest.mark.parametrize("names", [["risk"], ["risk", "tickets", "points"]])
def test_the_search_finds_the_best_weights(names: list[str]) -> None:
    """Of one weight as of several, where the win share is a smooth hill around 0.7."""
    search = WeightSearch(Space.of(load_bot("rusher", TRAINS), load_board("usa"), 2, names), seed=1)
    for number in range(30):
        candidates = search.ask()
        assert candidates.min() >= 0
        assert candidates.max() <= 1
        shares = 1 - np.square(candidates - 0.7).sum(axis=1)
        best = mean_of_best(candidates, shares).tolist()
        search.tell(Generation(number, candidates.tolist(), shares.tolist(), 0.5, 0.5, 0.0, 0.0, best, 1, 1.0))
    assert search.result() == pytest.approx([0.7] * len(names), abs=0.02)


def test_places_have_deals_of_their_own() -> None:
    assert len({seed_of(1, 0, 1), seed_of(1, 0, 2), seed_of(1, 1), seed_of(2, 0, 1)}) == 4
