"""The board as data: the grid, the built-in stand-in, what the loader refuses, and the drawing."""

import io
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from tests.games.explore.kernel.harness import Kernel, built_in
from tests.games.explore.oracle import roads
from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError
from ttrsim.games.explore.board.draw import render_board
from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENTS
from ttrsim.games.explore.board.wording import board_as_dict
from ttrsim.games.registry import board_folder, load_board

# ---- the grid (§3) -------------------------------------------------------------------------------


def test_the_grid_has_the_numbers_of_the_rules():
    assert (len(BLOCKS), len(CROSSINGS), len(SEGMENTS)) == (36, 45, 80)
    assert Counter(len(segment.blocks) for segment in SEGMENTS) == {2: 60, 1: 20}
    degree = Counter(end for segment in SEGMENTS for end in (segment.a, segment.b))
    assert Counter(degree.values()) == {4: 25, 3: 20}
    sides = Counter(block for segment in SEGMENTS for block in segment.blocks)
    assert {block for block in BLOCKS if sides[block] == 3} == {(1, 1), (6, 1), (1, 6), (6, 6)}
    assert Counter(sides.values()) == {4: 32, 3: 4}


def test_segments_are_those_of_the_oracle():
    assert {segment.name for segment in SEGMENTS} == set(roads.ROADS)
    for segment in SEGMENTS:
        assert {segment.a, segment.b} == set(roads.ENDS[segment.name])
        assert set(segment.blocks) == roads.BESIDE[segment.name]


# ---- the built-in board --------------------------------------------------------------------------


def test_the_stand_in_says_so():
    board = built_in()
    assert board.notice.startswith("stand-in board: 42 of 42 places and 27 of 27 cards")
    assert board_as_dict(board)["notice"] == board.notice


def test_the_numbers_of_the_stand_in():
    board = built_in()
    types = Counter(block.type for block in board.blocks)
    assert types == {"red": 5, "green": 4, "blue": 6, "yellow": 2, "grey": 4, "white": 15}
    assert [block.place for block in board.blocks] == list(BLOCKS)
    assert sorted(cafe.tourists for cafe in board.cafes) == ["GB", "GB", "RB", "RB", "RG", "RG"]
    assert Counter("".join(card.tourists for card in board.cards)) == {"R": 11, "G": 11, "B": 11}
    assert sum(card.plus for card in board.cards) == 6
    assert Counter(card.number for card in board.cards) == {None: 3, **dict.fromkeys(range(1, 7), 4)}
    assert {n: board.parameters.rounds(n) for n in (2, 3, 4)} == {2: 8, 3: 9, 4: 8}


def test_the_worked_examples_of_the_rules_are_possible():
    """§7: what the printed examples fix, the stand-in has."""
    board = built_in()
    types = Counter(block.type for block in board.blocks)
    assert min(types["yellow"], types["grey"], len(board.cafes)) >= 2
    cafes = {cafe.place: cafe.tourists for cafe in board.cafes}
    assert [place for place in ((4, 3), (5, 3), (6, 3)) if place in cafes] == [(6, 3)]
    assert (5, 1) in cafes
    assert sorted(cafes[5, 1]) == ["B", "G"]
    plain = {n: [card for card in board.cards if card.number == n and not card.plus] for n in (4, 5)}
    assert 3 in {len(four.tourists + five.tourists) for four in plain[4] for five in plain[5]}
    single_b = [card for card in board.cards if card.tourists == "B"]
    assert {card.plus for card in single_b if card.number in (2, 4)} == {True, False}


def test_the_first_turn_of_the_example_reaches_one_cafe():
    """§11: H43 and H53 touch exactly the café (6,3)."""
    kernel = Kernel(2)
    touched = {end for segment in SEGMENTS if segment.name in ("H43", "H53") for end in (segment.a, segment.b)}
    assert touched & {cafe.place for cafe in kernel.board.cafes} == {(6, 3)}


# ---- boards of one's own -------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path) -> Path:
    copy = tmp_path / "mine"
    shutil.copytree(str(board_folder("explore-new-york")), copy)
    return copy


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_board_copied_from_the_printed_one_has_no_notice(folder):
    for name, words in (("map.csv", ("rules", "example", "inferred", "assumed")), ("cards.csv", ("assumed",))):
        header, *rows = (folder / name).read_text(encoding="utf-8").splitlines()
        for word in words:
            rows = [row.replace(f",{word}", ",board" if name == "map.csv" else ",card") for row in rows]
        (folder / name).write_text("\n".join([header, *rows]), encoding="utf-8")
    board = load_board(folder)
    assert board.notice == ""
    assert [block.type for block in board.blocks] == [block.type for block in built_in().blocks]
    edit(folder / "map.csv", "block,1,1,white,,,board", "block,1,1,white,,,assumed")
    assert load_board(folder).notice.startswith("stand-in board: 1 of 42 places and 0 of 27 cards")


FAULTS = {
    "map.csv: line 2: x is 9; it must be from 1 to 6": ("map.csv", "block,1,1", "block,9,1"),
    "map.csv: line 2: a second block at (2,1)": ("map.csv", "block,2,1,grey", "block,1,1,grey"),
    "map.csv: 1 of 36 blocks missing: (1,1)": ("map.csv", "block,1,1,white,,,assumed,assumed\n", ""),
    "type is 'gray'; it must be one of red, green, blue, yellow, grey, white — did you mean 'grey'?": (
        "map.csv",
        "block,2,1,grey",
        "block,2,1,gray",
    ),
    "map.csv: line 38: tourists is 'RGB'; it must be 2 of the letters R, G, B": ("map.csv", "cafe,RG", "cafe,RGB"),
    "a café at (0,6), but the corners of the map are rounded": ("map.csv", "cafe,2,1", "cafe,0,6"),
    "map.csv: line 39: a second café at (2,1), already on line 38": ("map.csv", "cafe,5,1", "cafe,2,1"),
    "cards.csv: 26 cards; the game has 27": ("cards.csv", "27,*,0,B,assumed\n", ""),
    "cards.csv: line 3: duplicate card '1', already on line 2": ("cards.csv", "\n2,1,0", "\n1,1,0"),
    "cards.csv: line 2: number is 7; it must be from 1 to 6": ("cards.csv", "\n1,1,1", "\n1,7,1"),
    "cards.csv: line 2: tourists is ''; it must be 1 or 2 of the letters R, G, B": ("cards.csv", "1,R", "1,"),
    "board.toml: unknown parameter 'cafe_pints' — did you mean 'cafe_points'?": (
        "board.toml",
        "cafe_points",
        "cafe_pints",
    ),
    "board.toml: grey_points ends at 3 grey blocks, but the map has 4": ("board.toml", ", 24, 36]", ", 24]"),
    "board.toml: boxed_cards: no number for 4 players": ("board.toml", ", 4 = 3 }", " }"),
    "board.toml: min_players is 3, more than max_players, 2": (
        "board.toml",
        "= 2\nmax_players = 4",
        "= 3\nmax_players = 2",
    ),
}


def test_parameters_and_columns_that_have_a_default_may_be_left_out(folder):
    full = load_board(folder)
    (folder / "board.toml").write_text('game = "explore"\n', encoding="utf-8")
    lines = [line.rsplit(",", 2)[0] for line in (folder / "map.csv").read_text(encoding="utf-8").splitlines()]
    (folder / "map.csv").write_text("\n".join(lines), encoding="utf-8")
    board = load_board(folder)
    assert (board.title, board.parameters, board.cards) == (folder.name, full.parameters, full.cards)
    assert {block.place_basis for block in board.blocks} == {"assumed"}
    assert [block.type for block in board.blocks] == [block.type for block in full.blocks]


@pytest.mark.parametrize("message", FAULTS)
def test_a_fault_is_told_with_its_place(folder, message):
    file, old, new = FAULTS[message]
    if "second block" in message:
        message = message.replace("line 2", "line 3").replace("(2,1)", "(1,1)")
    edit(folder / file, old, new)
    with pytest.raises(BoardError) as error:
        load_board(folder)
    assert message in str(error.value)


def test_all_faults_are_told_at_once(folder):
    edit(folder / "map.csv", "cafe,RG", "cafe,R")
    edit(folder / "cards.csv", "\n1,1,1", "\n1,0,1")
    edit(folder / "board.toml", "cafe_points = 3", "cafe_points = -3")
    with pytest.raises(BoardError) as error:
        load_board(folder)
    assert [fault.place.file for fault in error.value.faults] == ["board.toml", "map.csv", "cards.csv"]


@pytest.mark.parametrize("name", ["explore-new-yrok", "nowhere/at/all"])
def test_an_unknown_board_is_refused(name):
    with pytest.raises(UserError, match=r"unknown board|no board folder"):
        load_board(name)


# ---- house rules ---------------------------------------------------------------------------------


def test_house_rules_change_the_score():
    board = built_in().with_parameters(cafe_points=5, yellow_points=1, grey_points=[0, 1, 2, 3, 4])
    drawn = ["H21", "H22", "H31", "H32", "V21", "V31", "V41"]
    tourists = {(3, 2): "RB", (4, 2): "RG"}
    assert Kernel(board=built_in()).draw_map(drawn, tourists).best_route()[0] == 20
    assert Kernel(board=board).draw_map(drawn, tourists).best_route()[0] == 20 - 3 - 6 - 4 + 5 + 1 + 1


def test_faults_of_house_rules_are_told_together():
    with pytest.raises(BoardError) as error:
        built_in().with_parameters(cards_per_round=2, plus=1)
    assert len(error.value.faults) == 2
    with pytest.raises(BoardError, match="too few of 27 cards are left for a round of 3 players"):
        built_in().with_parameters(boxed_cards={2: 3, 3: 25, 4: 3})


# ---- drawing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("image_format", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_the_same_board_gives_the_same_file(image_format, start):
    page = render_board(built_in(), image_format, dpi=40)
    assert page.startswith(start)
    assert render_board(built_in(), image_format, dpi=40) == page


def test_the_map_shows_every_type_of_block():
    image = imread(io.BytesIO(render_board(built_in(), "png", dpi=60)))
    assert len(np.unique(image.reshape(-1, image.shape[2]), axis=0)) > 100
