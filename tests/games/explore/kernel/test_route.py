"""The final route (§5): the solver's two searches against trying every trail, and the vectors of the rules."""

from collections import Counter

import numpy as np
import pytest

from tests.games.explore.kernel.dense import dense_map
from tests.games.explore.kernel.harness import BY_SETS, BY_TRAILS, Kernel
from tests.games.explore.kernel.positions import played_maps
from tests.games.explore.oracle.roads import AT
from tests.games.explore.oracle.trails import Scorer, best_points, parts

VECTORS = {  # drawn, tourists, points (§11)
    "nothing": ("", {}, 0),
    "bent corner": ("CNE", {(6, 1): "RR"}, 2),
    "cross, only two of four usable": ("H22 H32 V31 V32", {(3, 3): "RRR"}, 12),
    "two outlined neighbours": ("H21 H22 H31 H32 V21 V31 V41", {(3, 2): "RB", (4, 2): "RG"}, 20),
    "2×2 blocks fully drawn": (
        "H21 H22 H23 H31 H32 H33 V21 V22 V31 V32 V41 V42",
        {(3, 2): "RB", (4, 3): "RG"},
        28,
    ),
    "figure of eight": ("H21 H22 H32 H33 V21 V31 V32 V42", {(3, 3): "RRR", (4, 2): "B"}, 24),
    "two components": ("H01 H11 H43 H53", {(5, 4): "RGB", (2, 2): "RR"}, 10),
    "H-shaped tree": ("V21 V22 H22 V31 V32", {(3, 2): "R", (2, 2): "RG", (4, 3): "RR"}, 13),
    "full 8-round board": (
        "V21 V20 V22 H31 H21 H51 H41 H13 V12 V55 V54 V30 H20 H44 V23 V24 H15 H05 H34",
        {
            (2, 2): "RGGB",
            (4, 2): "RRGG",
            (6, 1): "RGGGBB",
            (2, 4): "RGBB",
            (6, 6): "RRBB",
            (3, 1): "RRB",
            (3, 4): "RGGB",
            (5, 6): "GB",
        },
        113,
    ),
}


@pytest.fixture(scope="module")
def kernel():
    return Kernel()


def agree(kernel, drawn, tourists, expected=None):
    """Both searches find what the oracle finds, and show a route worth it; the bound is none too low."""
    counted = {block: Counter(letters) for block, letters in tourists.items()}
    if expected is None:
        expected = best_points(kernel.oracle_board, drawn, counted)
    scorer = Scorer(kernel.oracle_board, counted)
    kernel.draw_map(drawn, tourists)
    for how in (BY_SETS, BY_TRAILS):
        points, route = kernel.best_route(how)
        assert points == expected
        assert route <= set(drawn)
        assert len(parts(route)) <= 1
        assert sum(len(route.intersection(AT[place])) % 2 for place in AT) <= 2, "no single line"
        assert scorer.points(route) == points
    assert kernel.bound() == max([scorer.points(part) for part in parts(set(drawn))], default=0)


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_of_the_rules(kernel, name):
    drawn, tourists, points = VECTORS[name]
    counted = {block: Counter(letters) for block, letters in tourists.items()}
    assert best_points(kernel.oracle_board, drawn.split(), counted) == points
    agree(kernel, drawn.split(), tourists, points)


def test_2000_played_boards(kernel):
    maps = played_maps(400)
    assert len(maps) == 2000
    assert sum(len(drawn) >= 20 for drawn, _ in maps) > 200
    for drawn, tourists in maps:
        agree(kernel, drawn, tourists)


@pytest.mark.parametrize("n_segments", [9, 12, 15])
def test_dense_boards(kernel, n_segments):
    rng = np.random.default_rng(n_segments)
    for _ in range(120):
        agree(kernel, *dense_map(rng, n_segments))


def test_both_searches_agree_on_the_densest_boards(kernel):
    rng = np.random.default_rng(36)
    for n_segments in (24, 28, 32, 36) * 25:
        drawn, tourists = dense_map(rng, n_segments)
        kernel.draw_map(drawn, tourists)
        assert kernel.best_route(BY_SETS)[0] == kernel.best_route(BY_TRAILS)[0]
