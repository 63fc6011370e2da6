"""Drawings of boards: their files, and that names and routes keep out of each other's way."""

from __future__ import annotations

import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from ttrsim.errors import UserError
from ttrsim.files.images import format_of
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.draw import RouteStyle, draw_board, render_board
from ttrsim.games.trains.board.layout import arc_length, layout_of
from ttrsim.games.trains.board.model import Board, City, Route
from ttrsim.games.trains.board.shapes import name_labels


@pytest.fixture(params=["europe", "india", "london", "new-york", "nordic", "switzerland", "usa"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def test_png(board: Board) -> None:
    image = imread(io.BytesIO(render_board(board, "png", dpi=60)))
    height, width = image.shape[:2]
    assert 400 < width < 1500
    assert 400 < height < 1500
    assert len(np.unique(image.reshape(-1, image.shape[2]), axis=0)) > 100  # not an empty page


@pytest.mark.parametrize(("image_format", "start"), [("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_vector_formats(image_format: str, start: bytes) -> None:
    assert render_board(load_board("new-york"), image_format).startswith(start)


@pytest.mark.parametrize("image_format", ["png", "svg", "pdf"])
def test_the_same_board_gives_the_same_file(image_format: str) -> None:
    board = load_board("new-york")
    assert render_board(board, image_format, dpi=40) == render_board(board, image_format, dpi=40)


def test_format_of() -> None:
    assert format_of(Path("a.b/map.SVG")) == "svg"
    for name in ("map", "map.gif", ".png"):
        with pytest.raises(UserError, match="the file name must end in one of"):
            format_of(Path(name))


def test_names_do_not_collide(board: Board) -> None:
    for one, two in combinations(name_labels(board), 2):
        assert one.box.overlap(two.box) < 0.02 * one.box.area, (one.text, two.text)


def test_routes_keep_clear_of_other_cities(board: Board) -> None:
    layout = layout_of(board)
    for route in board.routes:
        for city in board.cities:
            if city.id not in (route.a, route.b):
                distance = np.hypot(*(layout.tracks[route.id] - layout.centres[city.id]).T).min()
                assert distance > layout.city_radius + 0.3 * layout.train, (route.id, city.id)


def test_tracks_run_from_a_to_b(board: Board) -> None:
    layout = layout_of(board)
    for route in board.routes:
        track, a, b = layout.tracks[route.id], layout.centres[route.a], layout.centres[route.b]
        assert np.hypot(*(track[0] - a)) < np.hypot(*(track[0] - b))
        assert arc_length(track)[-1] > 0.4 * np.hypot(*(a - b))


def test_halves_of_a_double_lie_beside_each_other(board: Board) -> None:
    layout = layout_of(board)
    doubles = [(r, s) for r, s in combinations(board.routes, 2) if r.double and r.double == s.double]
    assert doubles
    for one, two in doubles:
        a, b = layout.tracks[one.id], layout.tracks[two.id]
        gaps = np.hypot(*(a - (b if one.a == two.a else b[::-1])).T)
        assert gaps.min() > 1.1 * layout.train


def test_a_route_curves_round_a_city_in_its_way() -> None:
    base = load_board("usa")
    cities = tuple(City(name, name, name, x, 0.5) for name, x in (("A", 0.1), ("B", 0.5), ("C", 0.9)))
    routes = (
        Route("A-B", "A", "B", 2, "gray"),
        Route("B-C", "B", "C", 2, "gray"),
        Route("A-C", "A", "C", 6, "red"),
    )
    board = Board("line", "Line", 1.5, cities, routes, (), base.parameters)
    layout = layout_of(board)
    around = np.abs(layout.tracks["A-C"][:, 1] - 0.5).max()
    assert around > layout.city_radius + layout.train
    assert np.abs(layout.tracks["A-B"][:, 1] - 0.5).max() < around


def test_a_route_with_nothing_in_its_way_is_straight() -> None:
    track = layout_of(load_board("europe")).tracks["Kharkov-Moskva"]
    assert arc_length(track)[-1] == pytest.approx(np.hypot(*(track[-1] - track[0])))


def test_route_style_overrides_fill_and_width() -> None:
    board = load_board("new-york")
    ax = Figure(figsize=(5, 7)).add_axes((0, 0, 1, 1))
    draw_board(board, ax, lambda route: RouteStyle(fill="#123456", width=route.length / 2))
    fills = {tuple(np.round(shape.get_facecolor()[0][:3] * 255).astype(int)) for shape in ax.collections[:41]}
    assert fills == {(0x12, 0x34, 0x56)}


def test_two_cities_on_one_spot_can_still_be_drawn() -> None:
    base = load_board("usa")
    cities = (City("A", "A", "A", 0.5, 0.5), City("B", "B", "B", 0.5, 0.5))
    board = Board("spot", "Spot", 1.0, cities, (Route("A-B", "A", "B", 3, "red"),), (), base.parameters)
    assert render_board(board, "png", dpi=40).startswith(b"\x89PNG")
