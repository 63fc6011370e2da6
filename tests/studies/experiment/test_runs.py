"""An experiment is a run: the same bytes whatever the threads, chunks, shards and interruptions."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

import ttrsim
from tests.studies.experiment.conftest import scenario
from ttrsim.cli.app import app
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics

RUNNER = CliRunner()


def rows(run: ttrsim.Run) -> pl.DataFrame:
    return run.scan("effects").collect().sort(pl.all())


def test_threads_chunks_and_shards_do_not_matter(tickets: ttrsim.Run, tmp_path: Path) -> None:
    whole = rows(tickets)
    one = ttrsim.run(scenario("tickets", 300), out=tmp_path / "one", threads=1, chunk=50)
    assert rows(one).equals(whole)
    shards = [
        ttrsim.run(scenario("tickets", 300), out=tmp_path / f"{number}", shard=f"{number}/2", chunk=50).path
        for number in (1, 2)
    ]
    assert rows(ttrsim.merge(shards, tmp_path / "merged")).equals(whole)


def test_a_chunk_that_is_lost_is_played_again(tmp_path: Path) -> None:
    run = ttrsim.run(scenario("tickets", 100), out=tmp_path / "run", chunk=25)
    whole = rows(run)
    parts = tmp_path / "run" / "parts.jsonl"
    parts.write_text("".join(parts.read_text().splitlines(keepends=True)[:2]))
    assert ttrsim.open_run(tmp_path / "run").games_complete == 50
    assert rows(ttrsim.resume(tmp_path / "run")).equals(whole)


def test_it_stops_when_every_effect_is_known_well_enough(tmp_path: Path) -> None:
    choice = scenario("ticket-draws", 3_000, until=20.0)
    runs = [ttrsim.run(choice, out=tmp_path / str(n), threads=n, chunk=128) for n in (1, 2)]
    assert runs[0].is_complete
    assert runs[0].games < 3_000
    assert runs[0].manifest.deals == runs[1].manifest.deals
    assert rows(runs[0]).equals(rows(runs[1]))
    again = ttrsim.run(scenario("ticket-draws", runs[0].manifest.deals), out=tmp_path / "again")
    assert rows(again).equals(rows(runs[0])), "as many deals as it took, asked for by number"
    assert ttrsim.resume(runs[0].path).games == runs[0].games, "there is nothing to resume"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ticket"], "no such experiment 'ticket' — did you mean 'tickets'"),
        (["tickets", "--only", "Brooklyn-Chelsee"], "did you mean 'Brooklyn-Chelsea'"),
        (["tickets", "--seats", "2"], "seats are 0 to 1, not 2"),
        (["tickets", "--seats", "first"], "a seat is a number"),
        (["stations"], "has no stations"),
        (["tunnels"], "has no tunnels"),
        (["rules"], "needs what changes"),
        (["rules", "--with", "board.wild=12"], "wild"),
        (["rules", "--with", "board.doubles_closed_up_to=2"], "changes nothing on new-york with 2 players"),
        (["rules", "--with", "board.wilds=8"], "board.wilds=8 changes nothing"),
        (
            ["rules", "--with", "board.tunnel_cards=2", "--with", "board.station_points=4"],
            "every game would be the same",
        ),
        (["tickets", "--every", "3"], "takes no sample"),
    ],
)
def test_bad_input_is_one_message(arguments: list[str], message: str, tmp_path: Path) -> None:
    kind, *options = arguments
    argv = ["experiment", kind, "new-york", "--bots", "greedy,greedy", "--deals", "20", *options]
    result = RUNNER.invoke(app, [*argv, "-o", str(tmp_path / "run")])
    assert result.exit_code == 2
    assert message in result.output
    assert not (tmp_path / "run").exists()


def test_break_even_points_of_an_unknown_ticket() -> None:
    result = RUNNER.invoke(
        app, ["break-even", "new-york", "--bots", "greedy,greedy", "--deals", "20", "--only", "Brooklyn-Chelsee"]
    )
    assert (result.exit_code, "did you mean 'Brooklyn-Chelsea'" in result.output) == (2, True)


def test_sums_are_there_if_a_chunk_has_no_trials(tmp_path: Path) -> None:
    """In some chunks of five deals the ticket is not offered; only sums are kept."""
    values = scenario("tickets", 40, subjects=["Brooklyn-Chelsea"])
    run = ttrsim.run(values | {"tables": []}, out=tmp_path / "run", chunk=5)
    assert '"parts":{}' in (run.path / "parts.jsonl").read_text(encoding="utf-8")
    effects = measure(run, [all_metrics(run.game)["ticket_effect"]])["ticket_effect"]
    assert effects["n"].to_list() == [len(rows(ttrsim.run(values, out=tmp_path / "kept")))]
