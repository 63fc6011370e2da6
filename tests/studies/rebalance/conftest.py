"""A board with one ticket that is far too good, rebalanced once."""

from __future__ import annotations

from pathlib import Path

import pytest

import ttrsim
from ttrsim.games.new_board import write_moved_board
from ttrsim.studies.rebalance.result import Rebalance

FAULTY = "Chelsea-Wall Street"  # printed with 6 points
BOTS = ["planner@default"] * 2  # the weights that New York has for the planner make it indifferent to most tickets
OPTIONS = {"band": 18.0, "games": 20_000, "seed": 3, "bots": BOTS}  # the printed board is within ±18


@pytest.fixture(scope="session")
def faulty_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("balancing") / "faulty"
    write_moved_board(folder, "new-york", {f"tickets.{FAULTY}": 40}, "New York, mispriced")
    return folder


@pytest.fixture(scope="session")
def rebalanced(faulty_board: Path, tmp_path_factory: pytest.TempPathFactory) -> Rebalance:
    return ttrsim.rebalance(faulty_board, **OPTIONS, out=tmp_path_factory.mktemp("rebalanced") / "found", threads=2)
