"""Logs of Board Game Arena come in: the same game as the record they were written from, or one message."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.games.trains.record.mutations import mutated
from tests.games.trains.record.site import SiteLog
from tests.runs.helpers import ROOT
from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.importing import import_file
from ttrsim.play.record.fields import Event
from ttrsim.play.record.writer import record_events
from ttrsim.play.table import SeatedTable

EXAMPLE = ROOT / "examples" / "people-usa-4p.json"


@cache
def game(board: str, players: int, seed: int) -> list[Event]:
    """Of Europe one with a station and a tunnel: greedy seats build them."""
    bots = [load_bot(name, TRAINS) for name in ["planner", "greedy", "planner"][:players]]
    table = SeatedTable(load_board(board), bots)
    games = (list(record_events(table.play_logged(seed, number))) for number in range(100))
    wanted = {"station", "tunnel"} if board == "europe" else set()
    return next(events for events in games if wanted <= {event["event"] for event in events})


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def told(events: list[Event]) -> list[Event]:
    """What a log tells of a game: what everybody did, and the scores."""
    kept = [dict(event) for event in events if event["event"] in TOLD]
    for event in kept:
        for field in TOLD[event["event"]]:
            event.pop(field, None)
    return kept


TOLD: dict[str, tuple[str, ...]] = {  # events, and their fields that no log has
    "tickets": ("offered", "kept"),
    "draw": ("slot",),
    "claim": (),
    "tunnel": ("cards",),
    "tunnel_end": ("paid",),
    "station": (),
    "last_round": (),
    "score": (),
    "end": (),
}


def test_a_game_of_people_is_the_same_in_both_forms(tmp_path: Path) -> None:
    old = import_file(EXAMPLE)
    with_offers = written(tmp_path / "notes.txt", SiteLog(old, with_offers=True).text())
    assert import_file(with_offers) == old
    new = import_file(written(tmp_path / "log.txt", SiteLog(old).text()))
    assert told(new) == told(old)
    assert [event for event in new if event["event"] in ("hand", "refill")] == [
        event for event in old if event["event"] in ("hand", "refill")
    ]


@pytest.mark.parametrize(
    ("board", "players", "seed"), [("europe", 3, 0), ("usa-mega", 3, 0), ("nordic", 3, 1), ("india", 2, 0)]
)
def test_a_game_comes_back_as_it_was(board: str, players: int, seed: int, tmp_path: Path) -> None:
    """Tunnels, stations and ferries, bonuses, sets of any cards; the board follows from cities and tickets."""
    events = game(board, players, seed)
    back = import_file(written(tmp_path / "log.txt", SiteLog(events).text()))
    assert back[0]["map"] == board
    assert told(back) == told(events)


def test_a_saved_page_and_a_paste_are_read_too(tmp_path: Path) -> None:
    text = SiteLog(game("europe", 3, 0)).text()
    page = "<html><body>" + "".join(f"<div class='line'>{line}</div>" for line in text.splitlines()) + "</body></html>"
    expected = import_file(written(tmp_path / "log.txt", text))
    assert import_file(written(tmp_path / "page.html", page)) == expected
    result = CliRunner().invoke(app, ["import", "-"], input=text)
    assert result.exit_code == 0
    assert '"map":"europe"' in result.stdout


def test_cards_that_only_others_saw_are_imagined(tmp_path: Path) -> None:
    """The log of a player's own page has the colours of his cards alone."""
    text = re.sub(r"You take hidden.*\n(?!ada)", "", SiteLog(game("europe", 3, 0)).text())
    back = import_file(written(tmp_path / "log.txt", text))
    assert [e for e in back if e["event"] == "claim"] == [e for e in game("europe", 3, 0) if e["event"] == "claim"]
    assert any("cards of the hands" in what for what in back[0]["imagined"])


def line_of(text: str, words: str) -> str:
    return next(line for line in text.splitlines() if words in line)


def without(words: str) -> Callable[[str], str]:
    return lambda text: text.replace(line_of(text, words) + "\n", "", 1)


SLIPS: list[tuple[Callable[[str], str], list[str]]] = [
    (without("End of game"), ["the log ends before the game does"]),
    (
        lambda text: re.sub(r"from (\w+) to", r"from \1z to", text, count=1),
        ["on europe — did you mean"],
    ),
    (lambda text: re.sub(r"takes \d\n", "takes\n", text, count=1), ["copy the log of the replay page"]),
    (
        lambda text: text.replace("takes 1 hidden", "takes 1 hiden", 1).replace("Move 30 :", "ada takes 9\nMove 30 :"),
        ["is not understood: 'ada takes 1 hiden train car card(s)'", "9 is no colour: the site numbers them"],
    ),
]


@pytest.mark.parametrize(("slip", "messages"), SLIPS)
def test_what_is_wrong_is_said_with_its_line(slip: Callable[[str], str], messages: list[str], tmp_path: Path) -> None:
    path = written(tmp_path / "log.txt", slip(SiteLog(game("europe", 3, 0)).text()))
    result: Any = CliRunner().invoke(app, ["import", str(path)])
    assert result.exit_code == 2
    for message in messages:
        assert message in result.stderr
    assert all(line.removeprefix("error: ").startswith(str(path)) for line in result.stderr.splitlines())


def test_missing_sweeps_are_named_at_once(tmp_path: Path) -> None:
    """The pile shows it: by the cards taken it is not used up when the log says so."""
    values = SiteLog(import_file(EXAMPLE), with_offers=True).text()
    path = written(tmp_path / "log.txt", "".join(
        line for line in values.splitlines(keepends=True) if "Three locomotives" not in line
    ))  # fmt: skip
    with pytest.raises(UserError, match="sweeps are missing after"):
        import_file(path, "usa")


@pytest.mark.parametrize("number", [pytest.param(n, marks=pytest.mark.long if n >= 25 else []) for n in range(1000)])
def test_a_log_with_slips_ends_in_one_message(number: int, tmp_path: Path) -> None:
    """Whatever is in the file: a game that fits it, or what is wrong with it; never a traceback."""
    chance = random.Random(number)
    source = chance.choice([("europe", 3, 0), ("nordic", 3, 1), ("india", 2, 0)])
    path = written(tmp_path / "log.txt", mutated(SiteLog(game(*source)).text(), chance))
    began = time.process_time()
    faults = faults_of(path)
    assert all(line.startswith(str(path)) for line in faults)
    assert time.process_time() - began < 300, "it must not search for ever"


def faults_of(path: Path) -> list[str]:
    try:
        import_file(path)
    except UserError as error:
        return str(error).splitlines()
    return []
