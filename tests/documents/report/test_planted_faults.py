"""Every control fails when the engine has the fault that it is for, and holds for every scenario that ships."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ttrsim.documents.report.model import Control, Summary
from ttrsim.documents.report.outline import failed_controls
from ttrsim.documents.report.summary import summarise
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.kernel.records import WILD
from ttrsim.play.columns import Played
from ttrsim.runs import chunks
from ttrsim.runs.api import open_run
from ttrsim.runs.plan import Plan
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.sources import built_in_scenarios, find_scenarios
from ttrsim.studies.run.api import run

TRAINS = {"board": "europe", "seats": ["greedy", "random"], "deals": 250}  # long tickets, tunnels and doubles
EXPLORE = {"board": "explore-new-york", "seats": ["random", "random"], "deals": 450}
DEALS = 3_000
FEW = 250  # of two games or more: enough for every control

Fault = Callable[[Played], None]


def controls_of(scenario: dict[str, Any], folder: Path) -> dict[str, Control]:
    found = summarise([open_run(run(scenario, out=folder / "r").path)]).runs[0].controls
    return {control.name: control for control in found}


# ---- what the engine writes down -----------------------------------------------------------------


def a_whole_win_for_each_winner(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["wins"][:, :2] = 1
    chunk.outcomes.results["n_winners"] = 1


def a_point_too_many(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["total"] += 1


def seats_that_stay(chunk: Played) -> None:
    chunk.seatings[:] = chunk.seatings[0]


def a_train_back(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["trains_left"] += 1


def a_route_counted_twice(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["routes"] += 2


def a_failed_ticket_forgotten(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["tickets"] += 5


def both_halves_for_one_seat(chunk: Played) -> None:
    halves = [place for place, route in enumerate(chunk.board.routes) if route.double]
    chunk.outcomes.column("claims", "route")[:2] = halves[:2]  # of the first game
    chunk.outcomes.column("claims", "seat")[:2] = 0


def four_cards_turned_up(chunk: Played) -> None:
    chunk.outcomes.column("claims", "extra")[:] += 3


def a_ticket_offered_always(chunk: Played) -> None:
    tickets, turns, kept = (chunk.outcomes.column("tickets", name) for name in ("ticket", "turn", "kept"))
    tickets[(turns == 0) & (kept == 0)] = tickets[0]


def a_card_dealt_but_not_rounded_up(chunk: Played) -> None:
    chunk.outcomes.tallies["dealt"][:, 0] += 1


def a_round_too_few(chunk: Played) -> None:
    chunk.outcomes.results["rounds"] -= 1


def all_cards_kept(chunk: Played) -> None:
    chunk.outcomes.column("cards", "discarded")[:] = 0


def one_card_turned_up_always(chunk: Played) -> None:
    chunk.outcomes.column("cards", "card")[:] = 0


def a_tourist_lost(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["all_tourists"][:, :, 0] -= 1


def a_connection_lost(chunk: Played) -> None:
    chunk.outcomes.results["seats"]["n_drawn"] -= 1


PLANTED: list[tuple[dict[str, Any], Fault, str]] = [
    (TRAINS, a_whole_win_for_each_winner, "wins per game (shared wins count in parts)"),
    (TRAINS, a_point_too_many, "points that no source accounts for"),
    (TRAINS, seats_that_stay, "rotation: fewest / most games of greedy in a seat"),
    (TRAINS, a_train_back, "trains neither placed nor left"),
    (TRAINS, a_route_counted_twice, "route points that no claimed route accounts for"),
    (TRAINS, a_failed_ticket_forgotten, "ticket points that no kept ticket accounts for"),
    (TRAINS, both_halves_for_one_seat, "games in which a seat owns both halves of a double (C2)"),
    (TRAINS, four_cards_turned_up, "tunnels with more extra cards than were turned up (T1)"),
    (TRAINS, a_ticket_offered_always, "set-up: most often offered long ticket, share of games"),
    (TRAINS, a_ticket_offered_always, "set-up: least often offered ticket, share of games"),
    (EXPLORE, a_round_too_few, "rounds played minus rounds that the cards allow"),
    (EXPLORE, all_cards_kept, "cards of a round that are not discarded"),
    (EXPLORE, one_card_turned_up_always, "most often turned up card, share of games"),
    (EXPLORE, one_card_turned_up_always, "least often turned up card, share of games"),
    (EXPLORE, a_tourist_lost, "tourists that no card, café or fallback turn accounts for"),
    (EXPLORE, a_connection_lost, "connections that no turn accounts for"),
]


def ids(value: object) -> str:
    return value.__name__ if callable(value) else ""


@pytest.mark.parametrize(("scenario", "fault", "name"), PLANTED, ids=ids)
def test_what_is_written_down_wrongly_is_caught(
    scenario: dict[str, Any], fault: Fault, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(setup: Any, plan: Plan, first_game: int, outcomes: Any) -> Played:
        chunk = sound(setup, plan, first_game, outcomes)
        fault(chunk)
        return chunk

    sound = chunks.played
    monkeypatch.setattr(chunks, "played", faulty)
    assert not controls_of(scenario, tmp_path)[name].is_ok


# ---- what the engine plays -----------------------------------------------------------------------


def twice_the_wilds(record: np.ndarray) -> None:
    record["rules"]["deck"][..., WILD] *= 2


PLAYED = [(twice_the_wilds, "set-up: share of wild among the cards dealt")]


@pytest.mark.parametrize(("fault", "name"), PLAYED, ids=ids)
def test_another_board_than_the_stated_one_is_caught(
    fault: Callable[[np.ndarray], None], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(self: Board) -> np.ndarray:
        record = sound(self)
        fault(record)
        return record

    sound = Board.record
    monkeypatch.setattr(Board, "record", faulty)
    assert not controls_of(TRAINS, tmp_path)[name].is_ok


# ---- sound runs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [TRAINS, EXPLORE], ids=["trains", "explore"])
def test_every_control_has_a_fault_planted_here(scenario: dict[str, Any], tmp_path: Path) -> None:
    """A small run of each game has all its controls, and they hold."""
    found = controls_of(scenario, tmp_path)
    assert all(control.is_ok for control in found.values())
    planted = {name for _, _, name in PLANTED} | {name for _, name in PLAYED}
    alike = {("most", "least"), ("long ticket", "ticket")}  # two ends of one control, and two piles
    alike |= {(name.split()[3], "wild") for name in found if "among the cards dealt" in name} | {
        ("of random", "of greedy")
    }
    assert not {name for name in found if not _names(name, alike) & planted}


def _names(name: str, alike: set[tuple[str, str]]) -> set[str]:
    names = {name}
    for one, other in alike:
        names |= {each.replace(one, other) for each in names} | {each.replace(other, one) for each in names}
    return names


def summary_of(scenario: str, deals: int, folder: Path) -> Summary:
    runs = []
    for place, source in enumerate(find_scenarios(scenario)):
        setup = load_scenario(source, Changes(deals=deals, tables=[]))
        runs.append(open_run(run(setup.scenario, out=folder / str(place)).path))
    return summarise(runs)


@pytest.mark.parametrize("scenario", ["new-york-4p", "explore-3p"])
def test_controls_hold_where_the_first_seat_wins_far_more_often(scenario: str, tmp_path: Path) -> None:
    assert not failed_controls(summary_of(scenario, FEW, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("scenario", sorted(built_in_scenarios()))
def test_controls_hold_for_every_scenario_that_ships(scenario: str, tmp_path: Path) -> None:
    assert not failed_controls(summary_of(scenario, DEALS, tmp_path))
