"""`ttrsim board` on the board of Explore New York."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.games.explore.board.draw import Look, RoadStyle, draw_board, render_board
from ttrsim.games.registry import load_board

BOARD = load_board("explore-new-york")


def shown(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["board", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_list_and_check_call_it_a_stand_in() -> None:
    assert "Explore New York (stand-in board:" in shown("list")
    assert shown("check", "explore-new-york").startswith("ok: Explore New York (stand-in board:")


def test_show() -> None:
    text = shown("show", "explore-new-york")
    assert "stand-in board" in text
    for part in ("Times Square", "Cafés", "2+ B", "grey_points"):
        assert part in text
    values = json.loads(shown("show", "explore-new-york", "--json"))
    assert (len(values["blocks"]), len(values["cafes"]), len(values["cards"])) == (36, 6, 27)
    assert values["notice"].startswith("stand-in board")


@pytest.mark.parametrize(("ending", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_draw(ending: str, head: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"board.{ending}"
    shown("draw", "explore-new-york", "-o", str(path), "--dpi", "40")
    assert path.read_bytes().startswith(head)
    assert path.read_bytes() == render_board(BOARD, ending, 40)


def drawn(look: Look) -> tuple[np.ndarray, list[str]]:
    """The pixels, and every text on the map."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = Figure(figsize=(6, 6), dpi=70)
    ax = figure.add_axes((0, 0, 1, 1))
    draw_board(BOARD, ax, look)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].astype(int), [text.get_text() for text in ax.texts]


def pixel(image: np.ndarray, x: float, y: float) -> list[int]:
    """At a place of the map, in blocks; half a block of margin is around it."""
    scale = len(image) / 7
    return [int(value) for value in image[round((y + 0.5) * scale), round((x + 0.5) * scale)]]


def test_the_map_names_every_sight_and_fits_its_names() -> None:
    _, texts = drawn(Look())
    names = {block.name for block in BOARD.blocks if block.name}
    assert {text.replace("\n", " ") for text in texts} >= names


def test_colours_routes_and_texts_go_where_they_are_told() -> None:
    plain, _ = drawn(Look())
    look = Look(
        block_fills={(1, 1): "#ff00ff"},
        block_texts={(2, 2): "77 %"},
        cafe_fills={(1, 3): "#00ffff"},
        roads={"H22": RoadStyle("#00ff00", 0.1)},
        route=frozenset({"V44"}),
        faded=frozenset({(3, 3)}),
    )
    image, texts = drawn(look)
    assert pixel(image, 0.7, 0.7) == [255, 0, 255]
    assert pixel(image, 2.5, 2.0) == [0, 255, 0]
    assert pixel(image, 1.0, 3.13) == [0, 255, 255]
    assert pixel(image, 4.0, 4.5) == [0x1A, 0x1A, 0x2E]
    assert pixel(image, 2.5, 2.85) != pixel(plain, 2.5, 2.85)
    assert "77 %" in texts


def test_names_lie_within_their_blocks() -> None:
    figure = Figure(figsize=(8, 8), dpi=70)
    ax = figure.add_axes((0, 0, 1, 1))
    draw_board(BOARD, ax)
    by_name = {block.name: block for block in BOARD.blocks}
    for text in ax.texts:
        block = by_name.get(text.get_text().replace("\n", " "))
        if block is not None:
            box = text.get_window_extent().transformed(ax.transData.inverted())
            assert block.x - 1 <= min(box.x0, box.x1)
            assert max(box.x0, box.x1) <= block.x
            assert block.y - 1 <= min(box.y0, box.y1)
            assert max(box.y0, box.y1) <= block.y
