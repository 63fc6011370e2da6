"""The map as SVG for pages: complete, well formed, small, and names are text."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from ttrsim.documents.pages.base import script_json
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.svg import map_svg

NAME = '<b onload="x">\'&\x1b\u202e'


@pytest.fixture(params=["europe", "india", "usa", "new-york", "london", "nordic", "switzerland"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def test_every_route_and_city_has_its_group(board: Board) -> None:
    svg = ET.fromstring(map_svg(board, "the map"))
    keys = {group.get("data-key"): group for group in svg.iter("g")}
    assert svg.get("aria-label") == "the map"
    for number, route in enumerate(board.routes):
        group = keys[f"r{number}"]
        assert group.find("title").text.startswith(f"{route.id}: length {route.length}, {route.colour}")
        assert group.find("path[@class='spaces']").get("d").count("M") == route.length
        assert len(group.findall("path[@class='rock']")) == route.tunnel
        assert len(group.findall("path[@class='star']")) == route.wilds
    assert [keys[f"c{number}"].get("class") for number in range(len(board.cities))] == ["city"] * len(board.cities)
    words = " ".join(text.text or "" for text in svg.iter("text")).split()
    assert set(words) >= {word for city in board.cities for word in city.display.split()}


def test_a_map_is_small(board: Board) -> None:
    assert len(map_svg(board, "")) < 90_000


def test_names_are_text() -> None:
    board = load_board("new-york")
    cities = (replace(board.cities[0], display=NAME), *board.cities[1:])
    svg = map_svg(replace(board, cities=cities), NAME)
    shown = "".join(ET.fromstring(svg).itertext())
    assert '<b onload="x">\'&\\x1b\\u202e' in shown.replace("\n", "")
    assert "<b " not in svg


def test_data_for_scripts_cannot_end_the_script() -> None:
    text = script_json({"name": "</script><!--\u2028"})
    assert "<" not in text
    assert "\u2028" not in text
    assert json.loads(text) == {"name": "</script><!--\u2028"}
