"""The controls hold for a sound run, and catch one that is not."""

from __future__ import annotations

import pytest
from scipy import stats

from ttrsim.documents.report.controls import FALSE_ALARM, controls
from ttrsim.documents.report.model import Control
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.api import open_run
from ttrsim.studies.run.api import run

DEALS, ROTATIONS = 250, 2
SCENARIO = {"board": "new-york", "seats": ["greedy", "random"], "deals": DEALS}


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Measures, TrainsFacts]:
    folder = run(SCENARIO, out=tmp_path_factory.mktemp("controls") / "r").path
    opened = open_run(folder)
    return measure(opened, list(all_metrics(TRAINS).values())), opened.facts


def of_cards(measures: Measures, facts: TrainsFacts) -> dict[str, Control]:
    found = controls(measures, facts, DEALS * ROTATIONS)
    return {control.name.split()[3]: control for control in found if "among the cards dealt" in control.name}


def test_cards_dealt_have_their_share_of_the_deck(measured: tuple[Measures, TrainsFacts]) -> None:
    measures, facts = measured
    found = of_cards(measures, facts)
    assert found.keys() == {*facts.board.parameters.cards_per_colour, "wild"}
    assert all(control.is_ok for control in found.values())
    assert sum(control.value for control in found.values()) == pytest.approx(1)


def test_bounds_are_those_of_cards_drawn_without_putting_back(measured: tuple[Measures, TrainsFacts]) -> None:
    """Both games of a deal have the same cards, so they count once."""
    measures, facts = measured
    parameters = facts.board.parameters
    n_cards = sum(parameters.cards_per_colour.values()) + parameters.wilds
    hands = stats.hypergeom(n_cards, parameters.wilds, 2 * parameters.hand)
    found = of_cards(measures, facts)
    error = hands.std() / (2 * parameters.hand) / DEALS**0.5
    reach = stats.norm.isf(FALSE_ALARM / len(found) / 2) * error
    assert (found["wild"].high - found["wild"].low) / 2 == pytest.approx(reach)
    assert (found["wild"].high + found["wild"].low) / 2 == pytest.approx(parameters.wilds / n_cards)


def test_cards_of_another_deck_are_caught(measured: tuple[Measures, TrainsFacts]) -> None:
    measures, facts = measured
    board = facts.board.override_parameters({"wilds": 2 * facts.board.parameters.wilds})
    found = of_cards(measures, TrainsFacts(board, facts.bots, facts.n_seats, facts.rotations))
    assert not found["wild"].is_ok
