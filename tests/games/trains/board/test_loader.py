"""Own boards: what is read, and that every fault is reported, all at once and without a traceback."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError
from ttrsim.games.registry import board_names, load_board
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.games.trains.board.loader import CITY_COLUMNS, ROUTE_COLUMNS, TICKET_COLUMNS
from ttrsim.games.trains.board.model import Board, End

PARAMETERS: dict[str, Any] = {
    "min_players": 2,
    "max_players": 2,
    "trains": 10,
    "cards_per_colour": {"red": 6, "blue": 6},
    "wilds": 4,
    "hand": 2,
    "market": 3,
    "setup_offer": 1,
    "setup_keep": 1,
    "setup_refused": "bottom",
    "offer": 1,
    "offer_keep": 1,
    "doubles_closed_up_to": 2,
    "route_points": {1: 1, 2: 2, 3: 4},
    "end_trains": 2,
    "tie_breaks": ["completed_tickets"],
}
CITY_NAMES = ("Alba", "Brin", "Cort")
CITIES = ["Alba,Álba,0.1,0.1,0", "Brin,,0.9,0.1,1", "Cort,Cort,0.5,0.9,"]
ROUTES = [
    "Alba-Brin-red,Alba,Brin,2,red,0,0,Alba-Brin",
    "Alba-Brin-blue,Brin,Alba,2,blue,0,0,Alba-Brin",
    "Alba-Cort,Alba,Cort,3,gray,1,,",
    "Brin-Cort,Brin,Cort,3,gray,0,2,",
]
TICKETS = ["Alba-Brin,Alba,Brin,2,0", "Brin-Cort,Brin,Cort,3,0"]


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(item)}" for key, item in value.items()) + " }"
    return json.dumps(value)


class Maker:
    """Writes a small sound board, changed as a test wants it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cities, self.routes, self.tickets = list(CITIES), list(ROUTES), list(TICKETS)
        self.parameters = deepcopy(PARAMETERS)
        self.head = ['title = "Three cities"', "aspect = 1.5"]

    def write(self) -> Path:
        lines = [*self.head, "[parameters]", *(f"{key} = {toml(v)}" for key, v in self.parameters.items())]
        self.put("board.toml", lines)
        self.put("cities.csv", ["name,display,x,y,attraction", *self.cities])
        self.put("routes.csv", ["id,a,b,length,colour,tunnel,wilds,double", *self.routes])
        self.put("tickets.csv", ["id,a,b,points,long", *self.tickets])
        return self.folder

    def put(self, file: str, lines: list[str]) -> None:
        (self.folder / file).write_text("\n".join(lines) + "\n", encoding="utf-8")

    def faults(self) -> list[str]:
        return faults_of(self.write())


def faults_of(path: Path) -> list[str]:
    with pytest.raises(BoardError) as caught:
        load_board(path)
    header, *lines = str(caught.value).split("\n")
    assert header == f"board {path}: {len(lines)} fault{'s' * (len(lines) != 1)}"
    return lines


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


def test_a_sound_board(maker: Maker) -> None:
    board = load_board(maker.write())
    assert board.name == str(maker.folder)
    assert (board.title, board.aspect) == ("Three cities", 1.5)
    assert [(c.id, c.display, c.attraction) for c in board.cities] == [
        ("Alba", "Álba", False),
        ("Brin", "Brin", True),
        ("Cort", "Cort", False),
    ]
    tunnel, ferry = board.routes[2:]
    assert (tunnel.tunnel, tunnel.wilds, tunnel.double) == (True, 0, None)
    assert (ferry.tunnel, ferry.wilds) == (False, 2)
    assert board.parameters.route_points == {1: 1, 2: 2, 3: 4}


# What may be left out


def test_columns_that_have_a_default_may_be_left_out(maker: Maker) -> None:
    full = load_board(maker.write())
    maker.put("cities.csv", ["name,x,y", "Alba,0.1,0.1", "Brin,0.9,0.1", "Cort,0.5,0.9"])
    routes = ["Alba,Brin,2,red", "Brin,Alba,2,blue", "Alba,Cort,3,gray", "Brin,Cort,3,gray"]
    maker.put("routes.csv", ["a,b,length,colour", *routes])
    maker.put("tickets.csv", ["a,b,points", "Alba,Brin,2", "Brin,Cort,3"])
    board = load_board(maker.folder)
    assert [(city.display, city.attraction) for city in board.cities] == [(name, False) for name in CITY_NAMES]
    assert [route.id for route in board.routes] == ["Alba-Brin-red", "Brin-Alba-blue", "Alba-Cort", "Brin-Cort"]
    assert [route.double for route in board.routes] == [route.double for route in full.routes]
    assert not any(route.tunnel or route.wilds for route in board.routes)
    assert board.tickets == full.tickets


def test_L1_districts(maker: Maker) -> None:
    maker.write()
    cities = ["name,x,y,district", "Alba,0.1,0.1,North", "Brin,0.9,0.1,North", "Cort,0.5,0.9,"]
    maker.put("cities.csv", cities)
    assert [city.district for city in load_board(maker.folder).cities] == ["North", "North", ""]
    maker.put("cities.csv", [*cities[:3], "Cort,0.5,0.9,South"])
    maker.put("board.toml", ["[parameters]", "max_players = 2", "setup_offer = 1", "setup_keep = 1"])
    assert faults_of(maker.folder) == [
        "cities.csv: line 4: district 'South' has only this city; a district needs at least 2"
    ]
    maker.put("cities.csv", cities)
    with (maker.folder / "board.toml").open("a", encoding="utf-8") as file:
        file.write("district_points = { Nort = 3 }\n")
    assert faults_of(maker.folder) == [
        "board.toml: district_points: no city is in district 'Nort' — did you mean 'North'?"
    ]


def write_countries(maker: Maker, *tickets: str) -> Path:
    """Alba and Brin are border cities of X; the tickets are added."""
    maker.write()
    maker.put("cities.csv", ["name,x,y,country", "Alba,0.1,0.1,X", "Brin,0.9,0.1,X", "Cort,0.5,0.9,", "Dorn,0.6,0.9,"])
    maker.put("routes.csv", ["a,b,length,colour", "Alba,Cort,1,red", "Brin,Cort,1,blue", "Cort,Dorn,1,gray"])
    maker.put("tickets.csv", ["id,a,b,points,ends", "Alba-Cort,Alba,Cort,1,", "Brin-Dorn,Brin,Dorn,2,", *tickets])
    return maker.folder


def test_W4_a_ticket_with_several_ends(maker: Maker) -> None:
    folder = write_countries(maker, "Dorn-far,Dorn,,,X:3|Cort: 5", ",X,,,Cort:2|Dorn:4", "X-Dorn,X,Dorn,7,")
    several, unnamed, whole = load_board(folder).tickets[2:]
    assert (several.a, several.b, several.points) == ("Dorn", "", 3), "the points it loses are the fewest"
    assert several.ends == (End("X", 3), End("Cort", 5))
    assert several.alternatives == (End("Cort", 5), End("X", 3)), "the best first"
    assert (unnamed.id, unnamed.points) == ("X-Cort/Dorn", 2)
    assert (whole.a, whole.b, whole.ends) == ("X", "Dorn", ())
    board = load_board(folder)
    assert [board.cities_of(name) for name in ("X", "Cort")] == [("Alba", "Brin"), ("Cort",)]


@pytest.mark.parametrize(
    ("ticket", "fault"),
    [
        ("T,Dorn,,,X:3", "ticket 'T' has one end only; give it as b and points"),
        ("T,Dorn,Alba,,X:3|Cort:5", "b is 'Alba'; a ticket with ends leaves it empty"),
        ("T,Dorn,,4,X:3|Cort:5", "points is '4'; a ticket with ends leaves it empty"),
        ("T,Dorn,,,X:3|Y:5", "unknown city 'Y'"),
        ("T,Dorn,,,X:3|X:5", "ticket 'T' has the end 'X' twice"),
        ("T,Alba,,,X:3|Cort:5", "ticket 'T' goes from 'Alba' to itself"),
        (
            "T,Dorn,,,X:3|Cort",
            "ends has 'Cort'; it must be a city or country and its points from 1 to 100, e.g. France:5|Italia:8",
        ),
        (
            "T,Dorn,,,X:3|Cort:101",
            "ends has 'Cort:101'; it must be a city or country and its points from 1 to 100, e.g. France:5|Italia:8",
        ),
    ],
)
def test_W4_faults_of_ends(maker: Maker, ticket: str, fault: str) -> None:
    assert faults_of(write_countries(maker, ticket)) == [f"tickets.csv: line 4: {fault}"]


def test_W3_a_country_is_not_called_as_a_city(maker: Maker) -> None:
    folder = write_countries(maker)
    maker.put(
        "cities.csv", ["name,x,y,country", "Alba,0.1,0.1,Cort", "Brin,0.9,0.1,", "Cort,0.5,0.9,", "Dorn,0.6,0.9,"]
    )
    assert faults_of(folder)[0] == "cities.csv: line 4: 'Cort' is the name of a city and of a country"


def test_a_notice_is_a_text(maker: Maker) -> None:
    maker.head.append('notice = "a draft"')
    assert load_board(maker.write()).notice == "a draft"
    maker.head[-1] = "notice = 7"
    assert maker.faults() == ["board.toml: notice should be a string, not 7"]


def test_halves_of_one_colour_are_numbered(maker: Maker) -> None:
    maker.write()
    maker.put("routes.csv", ["a,b,length,colour", "Alba,Brin,2,gray", "Alba,Brin,2,gray", "Brin,Cort,3,red"])
    assert [route.id for route in load_board(maker.folder).routes] == ["Alba-Brin-1", "Alba-Brin-2", "Brin-Cort"]


def test_two_routes_between_two_cities_are_one_double_only_where_no_column_says_otherwise(maker: Maker) -> None:
    maker.routes.append("Second,Cort,Alba,3,gray,0,0,")
    assert maker.faults() == [
        "routes.csv: line 6: 'Second' connects the same cities as 'Alba-Cort': mark both as one double"
    ]


def test_every_parameter_has_a_default(maker: Maker) -> None:
    maker.tickets = [f"T{number},Alba,{'Brin' if number % 2 else 'Cort'},4,0" for number in range(15)]
    maker.write()
    maker.put("board.toml", [])
    board = load_board(maker.folder)
    usa = load_board("usa").parameters
    given = board.parameters.model_dump(exclude={"route_points", "longest_points"})
    assert given == usa.model_dump(exclude={"route_points", "longest_points"})
    assert board.parameters.route_points.items() >= usa.route_points.items()
    assert (board.title, board.parameters.longest_points) == (maker.folder.name, 0)


def test_comments_in_tables(maker: Maker) -> None:
    maker.write()
    maker.put("tickets.csv", ['# "short", then long', "id,a,b,points,long", "#", *TICKETS, "# end"])
    assert len(load_board(maker.folder).tickets) == len(TICKETS)
    maker.put("tickets.csv", ["# two", "id,a,b,points,long", *TICKETS, "#3,Cort,Alba,0,0", "#no"])
    assert faults_of(maker.folder) == [
        "tickets.csv: line 5: points is 0; it must be from 1 to 100",
        "tickets.csv: line 6: has 1 cells, but the header has 5 columns (a comment starts with '# ')",
    ]


# One fault at a time: what is changed, and the only line it may lead to.

ONE_FAULT: list[tuple[Callable[[Maker], object], str]] = [
    (lambda m: m.head.append("aspekt = 1"), "board.toml: unknown key 'aspekt' — did you mean 'aspect'?"),
    (
        lambda m: m.head.__setitem__(1, "aspect = nan"),
        "board.toml: aspect should be a number from 0.2 to 5, not nan",
    ),
    (lambda m: m.head.__setitem__(0, "title = 3"), "board.toml: title should be a string, not 3"),
    (lambda m: m.parameters.update(hnad=1), "board.toml: unknown parameter 'hnad' — did you mean 'hand'?"),
    (lambda m: m.parameters.update(hand="two"), "board.toml: hand should be a valid integer, not 'two'"),
    (lambda m: m.parameters.update(hand=True), "board.toml: hand should be a valid integer, not True"),
    (
        lambda m: m.parameters.update(trains=0),
        "board.toml: trains should be greater than or equal to 1, not 0",
    ),
    (
        lambda m: m.parameters.update(tie_breaks=["luck"]),
        "board.toml: tie_breaks.0 should be 'completed_tickets', 'fewest_stations' or 'longest_path', not 'luck'",
    ),
    (
        lambda m: m.parameters["route_points"].update({12: 40}),
        "board.toml: route_points: length 12 is not from 1 to 10",
    ),
    (
        lambda m: m.parameters["cards_per_colour"].update(grene=6),
        "board.toml: cards_per_colour: unknown colour 'grene' — did you mean 'green'?",
    ),
    (lambda m: m.parameters.update(min_players=3), "board.toml: min_players (3) is greater than max_players (2)"),
    (
        lambda m: m.parameters.update(hand=7),
        "board.toml: hands of 7 for 2 players and a market of 3 need 17 cards; the deck has 16",
    ),
    (
        lambda m: m.parameters.update(setup_offer=2),
        "board.toml: setup_offer of 2 for 2 players needs 4 short tickets; there are 2",
    ),
    (
        lambda m: m.parameters.update(setup_offer_long=1),
        "board.toml: setup_offer_long of 1 for 2 players needs 2 long tickets; there are 0",
    ),
    (
        lambda m: m.parameters.update(setup_keep=2),
        "board.toml: setup_keep is 2, but the set-up offer has 1 tickets",
    ),
    (lambda m: m.parameters.update(offer_keep=2), "board.toml: offer_keep is 2, but an offer has 1 tickets"),
    (
        lambda m: m.parameters["route_points"].pop(3),
        "routes.csv: line 4: route 'Alba-Cort' (and 1 more) has length 3, which has no route_points",
    ),
    (
        lambda m: m.parameters["cards_per_colour"].pop("blue"),
        "routes.csv: line 3: route 'Alba-Brin-blue' is blue, but the deck has no blue cards",
    ),
    (
        lambda m: m.cities.append("Alba,,0.5,0.5,0"),
        "cities.csv: line 5: duplicate city 'Alba', already on line 2",
    ),
    (lambda m: m.cities.append("Dorn,,0.5,0.5,0"), "cities.csv: line 5: no route leads to city 'Dorn'"),
    (
        lambda m: m.cities.__setitem__(0, "Alba,,1.1,0.1,0"),
        "cities.csv: line 2: x is 1.1; coordinates must be from 0 to 1",
    ),
    (
        lambda m: m.cities.__setitem__(0, "Alba,,west,0.1,0"),
        "cities.csv: line 2: x is 'west'; it must be a number",
    ),
    (
        lambda m: m.cities.__setitem__(0, "Alba,,0.1,0.1,yes"),
        "cities.csv: line 2: attraction is 'yes'; it must be 0 or 1",
    ),
    (
        lambda m: m.cities.__setitem__(0, "Alba,,0.1,0.1"),
        "cities.csv: line 2: has 4 cells, but the header has 5 columns",
    ),
    (
        lambda m: m.routes.__setitem__(2, "Alba-Cort,Alba,Crt,3,gray,0,0,"),
        "routes.csv: line 4: unknown city 'Crt' — did you mean 'Cort'?",
    ),
    (
        lambda m: m.routes.__setitem__(2, "Alba-Cort,Alba,Cort,three,gray,0,0,"),
        "routes.csv: line 4: length is 'three'; it must be a whole number",
    ),
    (
        lambda m: m.routes.__setitem__(2, "Alba-Cort,Alba,Cort,0,gray,0,0,"),
        "routes.csv: line 4: length is 0; it must be from 1 to 10",
    ),
    (
        lambda m: m.routes.__setitem__(2, "Alba-Cort,Alba,Cort,-3,gray,0,0,"),
        "routes.csv: line 4: length is -3; it must be from 1 to 10",
    ),
    (
        lambda m: m.routes.__setitem__(2, "Alba-Cort,Alba,Cort,11,gray,0,0,"),
        "routes.csv: line 4: length is 11; it must be from 1 to 10",
    ),
    (
        lambda m: m.routes.__setitem__(2, "Alba-Cort,Alba,Cort,3,grey,0,0,"),
        "routes.csv: line 4: unknown colour 'grey' — did you mean 'gray'?",
    ),
    (
        lambda m: m.routes.__setitem__(3, "Brin-Cort,Brin,Cort,3,gray,0,4,"),
        "routes.csv: line 5: a ferry with 4 wilds on only 3 spaces",
    ),
    (
        lambda m: m.routes.__setitem__(3, "Alba-Cort,Brin,Cort,3,gray,0,0,"),
        "routes.csv: line 5: duplicate route 'Alba-Cort', already on line 4",
    ),
    (
        lambda m: m.routes.append("Loop,Cort,Cort,1,gray,0,0,"),
        "routes.csv: line 6: route 'Loop' goes from 'Cort' to itself",
    ),
    (
        lambda m: m.routes.pop(1),
        "routes.csv: line 2: double 'Alba-Brin' has only 1 half; a double route has exactly 2",
    ),
    (
        lambda m: m.routes.__setitem__(1, "Alba-Brin-blue,Alba,Brin,3,blue,0,0,Alba-Brin"),
        "routes.csv: line 2: double 'Alba-Brin': its halves have lengths 2 and 3",
    ),
    (
        lambda m: m.routes.append("Second,Cort,Alba,3,gray,0,0,"),
        "routes.csv: line 6: 'Second' connects the same cities as 'Alba-Cort': mark both as one double",
    ),
    (
        lambda m: m.tickets.append("Brin-Cort,Cort,Brin,3,0"),
        "tickets.csv: line 4: duplicate ticket 'Brin-Cort', already on line 3",
    ),
    (
        lambda m: m.tickets.append("X,Cort,Cort,3,0"),
        "tickets.csv: line 4: ticket 'X' goes from 'Cort' to itself",
    ),
    (
        lambda m: m.tickets.append("X,Cort,Alba,0,0"),
        "tickets.csv: line 4: points is 0; it must be from 1 to 100",
    ),
    (
        lambda m: m.tickets.append("X,Cort,Albba,3,0"),
        "tickets.csv: line 4: unknown city 'Albba' — did you mean 'Alba'?",
    ),
]


@pytest.mark.parametrize(("change", "line"), ONE_FAULT, ids=[line for _, line in ONE_FAULT])
def test_one_fault(maker: Maker, change: Callable[[Maker], object], line: str) -> None:
    change(maker)
    assert maker.faults() == [line]


def test_double_with_different_ends(maker: Maker) -> None:
    maker.routes[1] = "Other,Alba,Cort,2,blue,0,0,Alba-Brin"
    assert maker.faults() == [
        "routes.csv: line 2: double 'Alba-Brin': 'Alba-Brin-red' and 'Other' do not connect the same cities",
        "routes.csv: line 4: 'Alba-Cort' connects the same cities as 'Other': mark both as one double",
    ]


def test_a_ticket_without_a_way(maker: Maker) -> None:
    maker.cities += ["Dorn,,0.2,0.9,0", "Elm,,0.3,0.9,0"]
    maker.routes.append("Dorn-Elm,Dorn,Elm,1,gray,0,0,")
    maker.tickets.append("Alba-Elm,Alba,Elm,5,0")
    assert maker.faults() == ["tickets.csv: line 4: ticket 'Alba-Elm': no routes connect 'Alba' and 'Elm'"]


def test_too_much_for_the_kernel(maker: Maker) -> None:
    names = [f"C{i:03}" for i in range(130)]
    maker.cities += [f"{name},,0.5,0.5,0" for name in names]
    maker.routes += [f"Alba-{name},Alba,{name},1,gray,0,0," for name in names]
    maker.tickets += [f"Alba-{name},Alba,{name},1,0" for name in names]
    assert maker.faults() == [
        "cities.csv: 133 cities; a board can have at most 64",
        "routes.csv: 134 routes; a board can have at most 128",
        "tickets.csv: 132 tickets; a board can have at most 128",
    ]


def test_many_different_faults_in_one_message(maker: Maker) -> None:
    maker.parameters |= {"hnad": 1, "hand": "two", "min_players": 4, "offer_keep": 3, "setup_offer": 2}
    maker.cities += ["Brin,,0.5,0.5,0", "Dorn,,0.5,7,0"]
    maker.routes[2] = "Alba-Cort,Alba,Crot,3,gray,0,0,"
    maker.routes += [
        "Loop,Cort,Cort,1,gray,0,0,",
        "X,Brin,Cort,zero,grey,0,0,",
        "Y,Brin,Cort,4,white,maybe,5,",
    ]
    maker.tickets += ["Alba-Dorn,Alba,Dorn,5,0", "Z,Alba,Alba,-1,0"]
    assert maker.faults() == [
        "board.toml: hand should be a valid integer, not 'two'",
        "board.toml: unknown parameter 'hnad' — did you mean 'hand'?",
        "board.toml: min_players (4) is greater than max_players (2)",
        "board.toml: offer_keep is 3, but an offer has 1 tickets",
        "cities.csv: line 5: duplicate city 'Brin', already on line 3",
        "cities.csv: line 6: y is 7; coordinates must be from 0 to 1",
        "cities.csv: line 6: no route leads to city 'Dorn'",
        "routes.csv: line 4: unknown city 'Crot' — did you mean 'Cort'?",
        "routes.csv: line 6: route 'Loop' goes from 'Cort' to itself",
        "routes.csv: line 7: length is 'zero'; it must be a whole number",
        "routes.csv: line 7: unknown colour 'grey' — did you mean 'gray'?",
        "routes.csv: line 7: 'X' connects the same cities as 'Brin-Cort': mark both as one double",
        "routes.csv: line 8: tunnel is 'maybe'; it must be 0 or 1",
        "routes.csv: line 8: a ferry with 5 wilds on only 4 spaces",
        "routes.csv: line 8: 'Y' connects the same cities as 'Brin-Cort': mark both as one double",
        "routes.csv: line 8: route 'Y' is white, but the deck has no white cards",
        "routes.csv: line 8: route 'Y' has length 4, which has no route_points",
        "tickets.csv: line 4: ticket 'Alba-Dorn': no routes connect 'Alba' and 'Dorn'",
        "tickets.csv: line 5: points is -1; it must be from 1 to 100",
        "tickets.csv: line 5: ticket 'Z' goes from 'Alba' to itself",
    ]


# Files that are not what they should be


def test_missing_files(tmp_path: Path) -> None:
    files = ("board.toml", "cities.csv", "routes.csv", "tickets.csv")
    assert faults_of(tmp_path) == [f"{file}: missing file" for file in files]


def test_a_misspelt_column(maker: Maker) -> None:
    path = maker.write()
    maker.put("routes.csv", ["id,a,b,lenght,colour,tunnel,wilds,double", *ROUTES])
    assert faults_of(path) == [
        "routes.csv: unknown column 'lenght' — did you mean 'length'?",
        "routes.csv: missing column 'length'",
    ]


def test_a_column_twice(maker: Maker) -> None:
    path = maker.write()
    maker.put("tickets.csv", ["id,a,b,points,long,long"])
    assert faults_of(path) == ["tickets.csv: column 'long' appears 2 times"]


@pytest.mark.parametrize(
    ("file", "content", "line"),
    [
        ("board.toml", b"title = = 3", "board.toml: not valid TOML: "),
        ("board.toml", b"a = " + b"[" * 5000, "board.toml: not valid TOML: "),
        ("board.toml", b"a = " + b"9" * 9999, "board.toml: not valid TOML: "),
        (
            "board.toml",
            b"title = 'T'\naspect = 1\nparameters = 3",
            "board.toml: parameters should be a table",
        ),
        ("cities.csv", b"", "cities.csv: empty; the first line must be name,display,x,y,attraction,district,country"),
        ("cities.csv", b"name,display,x,y,attraction\n", "cities.csv: no cities"),
        (
            "cities.csv",
            b"name,display,x,y,attraction\nM\xfcnchen,,0,0,0",
            "cities.csv: line 2: not UTF-8 text",
        ),
        (
            "routes.csv",
            b'id,a,b,length,colour,tunnel,wilds,double\n"a"b,c',
            "routes.csv: line 2: not valid CSV: ",
        ),
        ("routes.csv", b"\x00\x01\x02\n\xff", "routes.csv: line 2: not UTF-8 text"),
        ("tickets.csv", b"id,a,b,points,long\n" + b"x" * 200_000, "tickets.csv: line 2: not valid CSV: "),
    ],
)
def test_malformed_files(maker: Maker, file: str, content: bytes, line: str) -> None:
    path = maker.write()
    (path / file).write_bytes(content)
    assert any(fault.startswith(line) for fault in faults_of(path))


def test_a_folder_in_the_place_of_a_file(maker: Maker) -> None:
    path = maker.write()
    (path / "tickets.csv").unlink()
    (path / "tickets.csv").mkdir()
    assert faults_of(path) == ["tickets.csv: is a folder, not a file"]


def test_byte_order_mark_and_windows_lines_are_fine(maker: Maker) -> None:
    path = maker.write()
    for file in path.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert load_board(path).cities[0].display == "Álba"


# Names


def test_unknown_name() -> None:
    with pytest.raises(UserError) as caught:
        load_board("eurpe")
    assert "unknown board 'eurpe' — did you mean 'europe'?" in str(caught.value)
    assert ", ".join(board_names()) in str(caught.value)


@pytest.mark.parametrize("name", ["", "no/such/folder", "x" * 5000, "nul\0byte", __file__])
def test_what_is_no_board(name: str) -> None:
    with pytest.raises(UserError):
        load_board(name)


# House rules


@pytest.fixture
def europe() -> Board:
    return load_board("europe")


def test_house_rules(europe: Board) -> None:
    changed = europe.with_parameters(stations=0, wilds=20, route_points={"1": 1, 2: 3, 3: 4, 4: 7, 6: 15, 8: 21})
    assert (changed.parameters.stations, changed.parameters.wilds) == (0, 20)
    assert changed.parameters.route_points[2] == 3
    assert changed.routes == europe.routes
    assert europe.parameters.stations == 3


def test_faults_of_house_rules(europe: Board) -> None:
    overrides = {"statoins": 1, "hand": "x", "offer_keep": 4, "cards_per_colour": {"red": 12}}
    with pytest.raises(BoardError) as caught:
        europe.override_parameters(overrides, where="scenario.toml: [rules]")
    lines = str(caught.value).split("\n")
    assert lines[0] == "board europe: 10 faults"
    assert "scenario.toml: [rules]: unknown parameter 'statoins' — did you mean 'stations'?" in lines
    assert "scenario.toml: [rules]: hand should be a valid integer, not 'x'" in lines
    assert "scenario.toml: [rules]: offer_keep is 4, but an offer has 3 tickets" in lines
    assert sum("but the deck has no" in line for line in lines) == 7


def test_house_rules_are_checked_against_the_board(europe: Board) -> None:
    with pytest.raises(BoardError, match="need 105 cards; the deck has 50"):
        europe.with_parameters(hand=20, cards_per_colour=dict.fromkeys(europe.parameters.cards_per_colour, 6), wilds=2)
    with pytest.raises(BoardError, match="needs 10 long tickets; there are 6"):
        europe.with_parameters(setup_offer_long=2)


# Round trip


@pytest.mark.parametrize("name", ["europe", "new-york", "switzerland", "usa"])
def test_round_trip(name: str, tmp_path: Path) -> None:
    """A board written out from its JSON is the same board when it is read again."""
    board = load_board(name)
    values = json.loads(json.dumps(board_as_dict(board)))
    for ticket in values["tickets"]:
        if ends := ticket.get("ends"):
            ticket |= {"points": "", "ends": "|".join(f"{end['to']}:{end['points']}" for end in ends)}
    maker = Maker(tmp_path)
    maker.head = [f"title = {json.dumps(values['title'])}", f"aspect = {values['aspect']}"]
    maker.parameters = values["parameters"]
    path = maker.write()
    for table, columns in (("cities", CITY_COLUMNS), ("routes", ROUTE_COLUMNS), ("tickets", TICKET_COLUMNS)):
        with (path / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            for row in values[table]:
                writer.writerow([int(cell) if isinstance(cell, bool) else cell for cell in map(row.get, columns)])
    again = load_board(path)
    assert again.parameters == board.parameters
    assert (again.cities, again.routes, again.tickets) == (board.cities, board.routes, board.tickets)


def test_coordinates_in_pixels_are_one_fault() -> None:
    from ttrsim.files.faults import NO_SHARE, Fault, Place, in_order

    pixels = [Fault(Place("cities.csv", line), f"x is {100 * line}; {NO_SHARE}") for line in range(2, 34)]
    other = Fault(Place("board.toml"), "title is empty")
    first, second = in_order([other, *pixels], ["board.toml", "cities.csv"])
    assert (first, second.where) == (other, "cities.csv: line 2")
    assert second.text.endswith("and so must 31 others. They look like pixels: divide them by the size of the picture")
    assert in_order(pixels[:3], ["cities.csv"]) == pixels[:3]
