"""`ttrsim analyse`: the parts add up, calls are clear of zero, and nothing that was judged is lost."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ttrsim
from ttrsim.cli.app import app
from ttrsim.play.replay import read_record, replayed, with_notes_of
from ttrsim.progress import Progress
from ttrsim.stats.intervals import Estimate, z_critical
from ttrsim.studies.advice import saved
from ttrsim.studies.advice.analysis import LABELS, Analysis
from ttrsim.studies.advice.judging import Judged
from ttrsim.studies.advice.players import if_useful, judge_player
from ttrsim.studies.advice.request import AnalyseRequest
from ttrsim.wording import sparkline

DEPTH = 200


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("analyse") / "game.jsonl"
    assert run("trace", "new-york", "--bots", "planner,rusher", "-s", "3", "-o", str(path)).exit_code == 0
    return path


@pytest.fixture(scope="module")
def analysis(record: Path) -> Analysis:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saved, "cache_root", lambda: record.parent)
        return ttrsim.analyse(record, depth=DEPTH)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(saved, "cache_root", lambda: tmp_path)
    return tmp_path / "analyses"


def test_start_choices_and_luck_make_the_result(analysis: Analysis) -> None:
    assert sum(analysis.result) == pytest.approx(1)
    for player in analysis.players:
        total = player.start + player.own.value + player.others.value + player.luck.value
        assert total == pytest.approx(player.result)
        assert player.adjusted.value == pytest.approx(player.result - player.luck.value)
    assert sum(player.luck.value for player in analysis.players) == pytest.approx(0)
    turns = [turn for turn, _ in analysis.curve]
    assert turns == sorted(turns)
    for _, shares in analysis.curve:
        assert sum(shares) == pytest.approx(1)


def test_a_call_is_clear_of_zero_and_large_enough(analysis: Analysis) -> None:
    called = [(place, label) for place, label in enumerate(analysis.labels) if label]
    assert called
    for place, label in called:
        assert analysis.loss(place).low > 0
        assert analysis.loss(place).value >= LABELS[label]
    assert set(analysis.mattered) <= {place for place, _ in called}
    assert not any(analysis.judged[place].is_decided for place, _ in called)


def with_losses(analysis: Analysis, **changes: Any) -> Analysis:
    """The same analysis with a clear loss of half the win at every decision, and other changes."""
    lost = [replace(each, loss=0.5, loss_error=0.01, loss_high=0.52, **changes) for each in analysis.judged]
    return replace(analysis, judged=lost)


def test_nothing_is_a_blunder_where_the_game_is_decided(analysis: Analysis) -> None:
    open_to_all = {"value": [0.5, 0.5], "effect": [0.0, 0.0]}
    assert all(with_losses(analysis, stated=[0.6, 0.1], **open_to_all).labels)
    assert not any(with_losses(analysis, stated=[0.015, 0.0], **open_to_all).labels)
    assert not any(with_losses(analysis, stated=[1.0, 0.985], **open_to_all).labels)
    lost = {"value": [0.01, 0.01], "effect": [0.0, 0.0]}
    assert not any(with_losses(analysis, stated=[0.6, 0.1], **lost).labels)
    assert with_losses(analysis, stated=[0.6, 0.1], **lost).mattered == []


def test_three_sentences_tell_the_game_of_each_player(analysis: Analysis) -> None:
    for player in with_losses(analysis, stated=[0.6, 0.1]).players:
        course, well, cost = player.story
        assert course.startswith(f"It began with a chance of {100 * player.start:.0f} % and ")
        assert f" of its {player.decisions} decisions" in well
        assert cost.startswith("Turn ")
        assert "50 pp" in cost
    for player in with_losses(analysis, stated=[0.01, 0.0]).players:
        assert player.story[2] == "No decision clearly cost it anything."


def test_luck_is_shown_only_where_something_is_known_of_it() -> None:
    assert if_useful(Estimate(0.2, 0.1, 0.3)) == Estimate(0.2, 0.1, 0.3)
    assert if_useful(Estimate(0.2, -0.2, 0.6)) is None


def test_a_played_choice_that_looks_best_may_still_have_lost_something(analysis: Analysis) -> None:
    """The search could have missed a better choice, so its interval is not 0 … 0."""
    places = [place for place, each in enumerate(analysis.judged) if each.best == each.played and each.n_choices > 1]
    assert places
    losses = [analysis.loss(place) for place in places]
    assert {(loss.value, loss.low) for loss in losses} == {(0, 0)}
    assert all(loss.high >= 0 for loss in losses)
    assert any(loss.high > 0.005 for loss in losses)
    assert not any(analysis.labels[place] for place in places)


def test_the_mean_loss_adds_up_both_sides_of_the_intervals_on_their_own() -> None:
    z = z_critical()
    base = Judged(0, 1, 0, "", "", "", 5, 0.0, 0.0, 0.0, 512, [0.5, 0.5], [0.5], [0.0], [0.0], [0.0])
    best = replace(base, loss_high=0.04)
    worse = replace(base, place=1, loss=0.10, loss_error=0.03 / z, loss_high=0.13)
    loss = judge_player(0, "", [best, worse], {}, 1.0).mean_loss
    assert loss.value == pytest.approx(0.05)
    assert loss.low == pytest.approx((0.10 - 0.03) / 2)
    assert loss.high == pytest.approx((0.10 + 0.05) / 2)  # 5² = 3² + 4²


def test_the_chances_over_the_game_are_rows_of_blocks(analysis: Analysis) -> None:
    [table] = [table for table in analysis.document().tables if table.id == "chances"]
    rows = [tuple(row.values()) for row in table.rows]
    assert [row[0] for row in rows] == ["0 planner", "1 rusher"]
    for seat, (_, first, blocks, result) in enumerate(rows):
        assert len(blocks) == min(40, analysis.last_turn + 1)
        assert blocks.startswith(sparkline([analysis.curve[0][1][seat]]))
        assert blocks.endswith(sparkline([analysis.result[seat]]))
        assert (first, result) == (analysis.curve[0][1][seat], analysis.result[seat])
    assert f"n = {DEPTH // 2:,} for each turn" in table.note
    assert analysis.last_turn < 40
    assert "one block for each turn;" in table.note


class Stopping:
    def __init__(self, after: int) -> None:
        self.after, self.seen = after, [-1]

    def __call__(self, progress: Progress) -> None:
        self.seen.append(int(progress.done))
        if progress.done == self.after:
            raise KeyboardInterrupt


def test_an_interrupted_analysis_goes_on_and_ends_the_same(record: Path, cache: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt, match=r"7 of .* decisions are judged and saved"):
        ttrsim.analyse(record, depth=DEPTH, progress=Stopping(7))
    [file] = cache.glob("*/decisions.jsonl")
    file.write_text(file.read_text()[:-20])  # killed while it wrote
    resumed = Stopping(-2)
    analysis = ttrsim.analyse(record, depth=DEPTH, progress=resumed, threads=1)
    assert resumed.seen[1] == 6
    shutil.rmtree(file.parent)
    assert ttrsim.analyse(record, depth=DEPTH, threads=2).judged == analysis.judged


def test_other_weights_make_another_analysis(record: Path, tmp_path: Path) -> None:
    """Of the board, or of the file that the policy names: what was kept before is not taken for it."""
    file = tmp_path / "w.toml"
    game = read_record(record, None)

    def key() -> str:
        return saved.name_of(game, AnalyseRequest(record=record, policy=f"planner@{file}", depth=10))

    file.write_text("[weights]\nturn = 1\n", encoding="utf-8")
    first = key()
    assert key() == first
    file.write_text("[weights]\nturn = 2\n", encoding="utf-8")
    second = key()
    game.board = replace(game.board, weights={"planner": {2: {"turn": 1.5}}})
    assert len({first, second, key()}) == 3


def test_pages_and_json(record: Path, tmp_path: Path) -> None:
    html, markdown = tmp_path / "game.html", tmp_path / "game.md"
    result = run(
        "analyse", str(record), "--depth", str(DEPTH), "--html", str(html), "--markdown", str(markdown), "--json"
    )
    assert result.exit_code == 0
    values = json.loads(result.stdout)
    assert values["depth"] == DEPTH
    assert len(values["seats"]) == 2
    called = sum(decision["called"] is not None for decision in values["decisions"])
    assert html.read_text().count('<a class="mark ') == called > 0
    assert "| turn | seat | played | better | loss | called |" in markdown.read_text()
    assert "| seat | set-up | over the game | result |" in markdown.read_text()


def test_a_record_that_is_cut_off(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text("".join(record.read_text().splitlines(keepends=True)[:40]))
    result = run("analyse", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "line 40" in result.stderr


def test_imagined_cards_are_named(people: Path, cache: Path) -> None:
    """The first decisions of a game of people, judged."""
    with pytest.raises(KeyboardInterrupt):
        ttrsim.analyse(people, depth=10, progress=Stopping(6))
    game = read_record(people, None)
    [file] = cache.glob("*/decisions.jsonl")
    judged = list(saved.read_judged(file))
    assert [each.seat for each in judged] == [0, 1, 2, 3, 0, 0]
    notes = Analysis(game, [], judged, "planner", 10).notes
    assert any("Imagined, since nobody wrote it down: the market" in note for note in notes)


def test_a_bot_that_plays_on_keeps_the_notes_that_it_took(record: Path) -> None:
    """The planner decides again as it did; the other bot's notes are nobody's."""
    game = read_record(record, None)
    steps = replayed(game, None)
    with_notes_of("planner", game, steps)
    own = [(position, decision) for position, decision in steps if position.asked == 0]
    assert all(position.ask("planner").number == decision.number for position, decision in own)
    assert own[-1][0].notes_of(0) == "planner"
    assert own[-1][0].notes_of(1) is None


def test_explore_new_york_is_analysed_by_the_same_code(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert run("trace", "explore-new-york", "--bots", "greedy,random", "-o", str(path)).exit_code == 0
    with pytest.raises(KeyboardInterrupt, match=r"3 of .* decisions are judged"):
        ttrsim.analyse(path, depth=4, progress=Stopping(3))
