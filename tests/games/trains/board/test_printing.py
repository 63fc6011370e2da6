"""A board to print, and colours that everybody can tell apart."""

from __future__ import annotations

import csv
import io
import re
from itertools import combinations

import numpy as np
import pytest

from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import COLOURS
from ttrsim.games.trains.board.shapes import FILLS, MARKS
from ttrsim.progress import Progress

# How people without one kind of cones see linear RGB (Machado, Oliveira and Fernandes, 2009, severity 1).
SIGHT = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TOLD_APART = 22.0  # CIE76; 2.3 is just noticeable


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIELAB of linear RGB, D65."""
    to_xyz = np.array(
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    )
    xyz = to_xyz @ rgb / np.array([0.95047, 1, 1.08883])
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def distance(one: str, other: str, sight: str) -> float:
    seen = [lab(np.clip(np.array(SIGHT[sight]) @ linear(colour), 0, 1)) for colour in (one, other)]
    return float(np.linalg.norm(seen[0] - seen[1]))


@pytest.mark.parametrize("sight", SIGHT)
def test_all_colours_are_told_apart(sight: str) -> None:
    nearest = min((distance(FILLS[a], FILLS[b], sight), a, b) for a, b in combinations(FILLS, 2))
    assert nearest[0] >= TOLD_APART, nearest


def test_the_measure_sees_colours_that_are_confused() -> None:
    assert distance("#c9352c", "#4f9d3f", "usual") > 60
    assert distance("#c9352c", "#4f9d3f", "deuteranopia") < TOLD_APART


def test_every_colour_has_a_mark_of_its_own() -> None:
    assert sorted(MARKS) == sorted(COLOURS)
    assert len(set(MARKS.values())) == len(COLOURS)


def test_a_board_to_print_has_all_sheets_and_cards() -> None:
    board = load_board("new-york")
    progress = Progress()
    pdf = board.to_print("a3", progress)
    pages = re.findall(rb"/Type /Page\b", pdf)
    assert len(pages) == progress.done == progress.total > 10
    [sides] = {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[ 0 0 ([\d. ]+) \]", pdf)}
    assert sides == pytest.approx((420 / 25.4 * 72, 297 / 25.4 * 72), abs=0.1)


def test_a_row_a_card() -> None:
    board = load_board("switzerland")
    rows = list(csv.DictReader(io.StringIO(board.ticket_rows())))
    assert len(rows) == len(board.tickets)  # type: ignore[attr-defined]
    assert {"from", "to", "points", "long"} == set(rows[0])
    assert any(" / " in row["to"] for row in rows)
