"""The built-in boards against numbers counted independently of them, from the printed games."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import networkx as nx
import pytest

from ttrsim.games.registry import load_board, map_of_deck, maps_of
from ttrsim.games.trains.board.model import COLOURS, GRAY, Board
from ttrsim.games.trains.game import TRAINS

FACTS = Path(__file__).resolve().parents[5] / "shared" / "facts"
EXPANDED = {
    "Bucuresti-Erzurum": (7, 8),
    "Smyrna-Sochi": (9, 8),
    "London-Wien": (10, 9),
    "Athina-Edinburgh": (21, 20),
}
BIG_CITIES = {"Berlin-Paris": (7, 6), "Paris-Roma": (10, 7), "Angora-London": (20, 19)}
NAMES = ("europe", "india", "london", "new-york", "nordic", "switzerland", "usa")
# number of tickets, long ones, sum of points; tickets whose points differ from their shortest path, with both
DECKS = {
    "usa-1910": (35, 0, 391, {"Las Vegas-Miami": (21, 20)}),
    "usa-mega": (69, 0, 754, {"Chicago-Los Angeles": (16, 15), "Las Vegas-Miami": (21, 20)}),
    "usa-big-cities": (35, 0, 389, {"Chicago-Los Angeles": (16, 15), "Las Vegas-Miami": (21, 20)}),
    "europe-1912-expanded": (65, 6, 607, EXPANDED),
    "europe-1912-mega": (101, 12, 1087, EXPANDED | BIG_CITIES | {"Angora-Essen": (16, 15)}),
    "europe-1912-big-cities": (45, 0, 502, BIG_CITIES | {"London-Wien": (10, 9)}),
}
BIG = {
    "usa": {"Chicago", "Dallas", "Houston", "Los Angeles", "Miami", "New York", "Seattle"},
    "europe": {"Angora", "Athina", "Berlin", "London", "Madrid", "Moskva", "Paris", "Roma", "Wien"},
}
NINE = "Lieksa-Murmansk"
LONG_DECK = dict.fromkeys(COLOURS, 12)


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture(params=DECKS)
def deck(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


def graph(board: Board) -> nx.Graph:
    """Of two routes between the same cities, the shorter one."""
    links = nx.Graph()
    in_order = sorted(board.routes, key=lambda route: -route.length)
    links.add_weighted_edges_from((route.a, route.b, route.length) for route in in_order)
    return links


def test_all_boards_are_there() -> None:
    assert maps_of(TRAINS) == sorted(NAMES)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "pairs", "doubles", "spaces"),
    [
        ("europe", 47, 101, 90, 11, 300),
        ("india", 39, 108, 80, 28, 238),
        ("london", 17, 44, 35, 9, 95),
        ("new-york", 15, 41, 30, 11, 84),
        ("nordic", 39, 81, 67, 14, 207),
        ("switzerland", 51, 88, 76, 12, 205),
        ("usa", 36, 100, 78, 22, 309),
    ],
)
def test_sizes(name: str, cities: int, routes: int, pairs: int, doubles: int, spaces: int) -> None:
    board = load_board(name)
    assert len(board.cities) == cities
    assert len(board.routes) == routes
    assert len({frozenset((route.a, route.b)) for route in board.routes}) == pairs
    assert len({route.double for route in board.routes} - {None}) == doubles
    assert sum(route.length for route in board.routes) == spaces


@pytest.mark.parametrize(
    ("name", "lengths"),
    [
        ("europe", {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}),
        ("india", {1: 31, 2: 47, 3: 17, 4: 9, 6: 3, 8: 1}),
        ("london", {1: 15, 2: 12, 3: 12, 4: 5}),
        ("new-york", {1: 9, 2: 22, 3: 9, 4: 1}),
        ("nordic", {1: 17, 2: 28, 3: 20, 4: 11, 5: 3, 6: 1, 9: 1}),
        ("switzerland", {1: 31, 2: 21, 3: 18, 4: 14, 5: 2, 6: 2}),
        ("usa", {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}),
    ],
)
def test_lengths(name: str, lengths: dict[int, int]) -> None:
    assert Counter(route.length for route in load_board(name).routes) == lengths


@pytest.mark.parametrize(
    ("name", "rows", "spaces"),
    [
        ("europe", [8, 8, 8, 8, 8, 8, 8, 8, 37], [22, 23, 23, 22, 22, 22, 22, 22, 122]),
        ("india", [10, 10, 10, 9, 10, 10, 9, 10, 30], [20, 20, 20, 20, 20, 20, 20, 20, 78]),
        ("london", [0, 5, 5, 5, 5, 0, 5, 5, 14], [0, 11, 11, 11, 12, 0, 11, 11, 28]),
        ("new-york", [5, 6, 5, 0, 5, 0, 5, 5, 10], [11, 11, 11, 0, 10, 0, 10, 11, 20]),
        ("nordic", [8, 8, 9, 8, 9, 9, 9, 10, 11], [21, 21, 22, 21, 21, 20, 23, 21, 37]),
        ("switzerland", [8, 9, 9, 11, 9, 9, 10, 9, 14], [18, 19, 20, 18, 19, 18, 19, 18, 56]),
        ("usa", [7, 7, 7, 7, 7, 7, 7, 7, 44], [27, 27, 27, 27, 27, 27, 27, 27, 93]),
    ],
)
def test_colour_balance(name: str, rows: list[int], spaces: list[int]) -> None:
    routes = load_board(name).routes
    colours = (*COLOURS, GRAY)
    assert [sum(route.colour == colour for route in routes) for colour in colours] == rows
    assert [sum(r.length for r in routes if r.colour == colour) for colour in colours] == spaces


@pytest.mark.parametrize(
    ("name", "tunnels", "ferries", "symbols"),
    [
        ("europe", 18, 13, 17),
        ("india", 0, 8, 12),
        ("london", 0, 0, 0),
        ("new-york", 0, 0, 0),
        ("nordic", 10, 24, 30),
        ("switzerland", 42, 0, 0),
        ("usa", 0, 0, 0),
    ],
)
def test_tunnels_and_ferries(name: str, tunnels: int, ferries: int, symbols: int) -> None:
    routes = load_board(name).routes
    assert sum(route.tunnel for route in routes) == tunnels
    assert sum(route.wilds > 0 for route in routes) == ferries
    assert sum(route.wilds for route in routes) == symbols


@pytest.mark.parametrize(
    ("name", "tickets", "long", "points"),
    [
        ("europe", 46, 6, 444),
        ("india", 58, 0, 473),
        ("london", 20, 0, 108),
        ("new-york", 18, 0, 92),
        ("nordic", 46, 0, 460),
        ("switzerland", 46, 0, 258),
        ("usa", 30, 0, 349),
    ],
)
def test_tickets(name: str, tickets: int, long: int, points: int) -> None:
    board = load_board(name)
    assert len(board.tickets) == tickets
    assert sum(ticket.long for ticket in board.tickets) == long
    assert sum(ticket.points for ticket in board.tickets if not ticket.ends) == points


def test_W4_the_country_cards_of_switzerland() -> None:
    ends = [ticket.ends for ticket in load_board("switzerland").tickets if ticket.ends]
    assert len(ends) == 12
    assert Counter(map(len, ends)) == {4: 4, 3: 8}
    assert not any(ticket.ends for name in NAMES if name != "switzerland" for ticket in load_board(name).tickets)


def test_ticket_points_are_shortest_paths_but_for_the_printed_exceptions() -> None:
    exceptions = {}
    for name in NAMES:
        board = load_board(name)
        links = graph(board)
        for ticket in board.tickets:
            if ticket.ends:
                continue  # W4: tests/games/trains/kernel/test_countries.py
            shortest = nx.shortest_path_length(links, ticket.a, ticket.b, weight="weight")
            if ticket.points != shortest:
                exceptions[name, ticket.id] = (ticket.points, shortest)
    assert exceptions == {
        ("europe", "London-Wien"): (10, 9),
        ("europe", "Athina-Edinburgh"): (21, 20),
        ("usa", "Oklahoma City-Sault St. Marie"): (9, 8),
        ("usa", "Chicago-Los Angeles"): (16, 15),
        ("usa", "Los Angeles-Miami"): (20, 19),
        ("usa", "Los Angeles-New York"): (21, 20),
        ("usa", "New York-Seattle"): (22, 20),
    }


def test_graph_of_europe() -> None:
    links = graph(load_board("europe"))
    assert nx.radius(links) == 5
    assert nx.diameter(links) == 9
    assert set(nx.center(links)) == {"Berlin", "Munchen", "Venezia"}
    assert set(nx.articulation_points(links)) == {"Madrid", "London"}
    assert {frozenset(bridge) for bridge in nx.bridges(links)} == {frozenset(("Edinburgh", "London"))}


def test_every_board_is_connected(board: Board) -> None:
    assert nx.is_connected(graph(board))


def test_cities_without_tickets_in_the_usa() -> None:
    board = load_board("usa")
    named = {end for ticket in board.tickets for end in (ticket.a, ticket.b)}
    assert {city.id for city in board.cities} - named == {
        "Charleston", "Las Vegas", "Omaha", "Raleigh", "Saint Louis", "Washington",
    }  # fmt: skip


def test_attractions_of_new_york() -> None:
    attractions = {city.id for city in load_board("new-york").cities if city.attraction}
    assert attractions == {
        "Brooklyn", "Central Park", "Chelsea", "Chinatown", "Empire State Building", "Greenwich Village",
        "Times Square", "United Nations", "Wall Street",
    }  # fmt: skip
    assert not any(city.attraction for name in ("europe", "usa") for city in load_board(name).cities)


def test_districts_of_london() -> None:
    """L1: the numbers printed on the map, and what each district is worth."""
    board = load_board("london")
    members = {name: {c.id for c in board.cities if c.district == name} for name in board.parameters.district_points}
    assert members == {
        "1": {"British Museum", "Covent Garden"},
        "2": {"Big Ben", "Buckingham Palace", "Piccadilly Circus", "Trafalgar Square"},
        "3": {"Elephant & Castle", "Globe Theatre", "Waterloo"},
        "4": {"Brick Lane", "St Paul's", "The Charterhouse", "Tower of London"},
        "5": {"Baker Street", "Hyde Park", "King's Cross", "Regent's Park"},
    }
    assert board.parameters.district_points == {str(number): number for number in range(1, 6)}
    assert not any(city.district for name in NAMES if name != "london" for city in load_board(name).cities)


def test_boards_whose_facts_are_in_doubt_say_so() -> None:
    assert {name for name in NAMES if load_board(name).notice} == {"india", "london", "nordic", "switzerland"}


def test_ids(board: Board) -> None:
    """Routes are called by their ends; the halves of a double also by colour, or else by number."""
    for route in board.routes:
        ends = f"{route.a}-{route.b}"
        halves = [other for other in board.routes if route.double and other.double == route.double]
        if not halves:
            assert route.id == ends
        elif len({half.colour for half in halves}) == 2:
            assert (route.id, route.double) == (f"{ends}-{route.colour}", ends)
        else:
            assert (route.id, route.double) == (f"{ends}-{halves.index(route) + 1}", ends)
    assert all(ticket.id == f"{ticket.a}-{ticket.b}" for ticket in board.tickets if not ticket.ends)


def test_parameters_of_europe() -> None:
    p = load_board("europe").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 5, 45, 3)
    assert (p.cards_per_colour, p.wilds, p.hand, p.market, p.flush_wilds) == (LONG_DECK, 14, 4, 5, 3)
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (1, 3, 2, "removed")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (3, 1, "bottom", 3)
    assert p.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}
    assert (p.tunnel_cards, p.end_trains) == (3, 2)
    assert (p.longest_points, p.station_points, p.attraction_points) == (10, 4, 0)
    assert p.tie_breaks == ("completed_tickets", "fewest_stations", "longest_path")


def test_parameters_of_new_york() -> None:
    p = load_board("new-york").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 4, 15, 0)
    colours = ("red", "blue", "green", "black", "orange", "pink")
    assert p.cards_per_colour == dict.fromkeys(colours, 6)
    assert (p.wilds, p.hand, p.market, p.flush_wilds) == (8, 2, 5, 3)
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (0, 2, 1, "bottom")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (2, 1, "bottom", 2)
    assert p.route_points == {1: 1, 2: 2, 3: 4, 4: 7}
    assert p.end_trains == 2
    assert (p.longest_points, p.station_points, p.attraction_points) == (0, 0, 1)
    assert p.tie_breaks == ("completed_tickets",)


def test_parameters_of_usa() -> None:
    p = load_board("usa").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 5, 45, 0)
    assert (p.cards_per_colour, p.wilds, p.hand, p.market, p.flush_wilds) == (LONG_DECK, 14, 4, 5, 3)
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (0, 3, 2, "bottom")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (3, 1, "bottom", 3)
    assert p.route_points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert p.end_trains == 2
    assert (p.longest_points, p.station_points, p.attraction_points) == (10, 0, 0)
    assert p.tie_breaks == ("completed_tickets", "longest_path")


def test_parameters_of_india() -> None:
    p = load_board("india").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 4, 45, 0)
    assert (p.cards_per_colour, p.wilds, p.hand, p.market, p.flush_wilds) == (LONG_DECK, 14, 4, 5, 3)
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (0, 4, 2, "bottom")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (3, 1, "bottom", 3)
    assert (p.route_points, p.end_trains) == ({1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}, 2)
    assert (p.longest_points, p.station_points, p.attraction_points) == (10, 0, 0)
    assert p.mandala_points == (5, 10, 20, 30, 40)
    assert p.tie_breaks == ("completed_tickets", "longest_path")


def test_parameters_of_london() -> None:
    p = load_board("london").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 4, 17, 0)
    assert p.cards_per_colour == dict.fromkeys(("blue", "green", "yellow", "black", "orange", "pink"), 6)
    assert (p.wilds, p.hand, p.market, p.flush_wilds) == (8, 2, 5, 3)
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (0, 2, 1, "bottom")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (2, 1, "bottom", 2)
    assert (p.route_points, p.end_trains) == ({1: 1, 2: 2, 3: 4, 4: 7}, 2)
    assert (p.longest_points, p.station_points, p.attraction_points) == (0, 0, 0)
    assert p.tie_breaks == ("completed_tickets",)


def test_parameters_of_nordic() -> None:
    p = load_board("nordic").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 3, 40, 0)
    assert (p.cards_per_colour, p.wilds, p.hand, p.market) == (LONG_DECK, 14, 4, 5)
    assert (p.wild_use, p.face_up_wild) == ("tunnels_and_ferries", 1)
    assert p.flush_wilds > p.market
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (0, 5, 2, "removed")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (3, 1, "removed", 2)
    assert (p.route_points, p.end_trains) == ({1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}, 2)
    assert (p.longest_points, p.globetrotter_points, p.station_points) == (0, 10, 0)
    assert p.tie_breaks == ("completed_tickets", "longest_path")


def test_sets_of_nordic() -> None:
    """NC3, NC4: three cards on every ferry, four on the route of nine spaces, none elsewhere."""
    for route in load_board("nordic").routes:
        assert route.any_set == {True: 3, False: 0}[route.wilds > 0] or (route.id, route.any_set) == (NINE, 4)
    assert not any(route.any_set for name in NAMES if name != "nordic" for route in load_board(name).routes)


def test_parameters_of_switzerland() -> None:
    p = load_board("switzerland").parameters
    assert (p.min_players, p.max_players, p.trains, p.stations) == (2, 3, 40, 0)
    assert (p.cards_per_colour, p.wilds, p.hand, p.market, p.flush_wilds) == (LONG_DECK, 14, 4, 5, 3)
    assert (p.wild_use, p.face_up_wild) == ("tunnels", 1)
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_refused) == (0, 5, 2, "removed")
    assert (p.offer, p.offer_keep, p.offer_refused, p.doubles_closed_up_to) == (3, 1, "removed", 2)
    assert (p.route_points, p.end_trains) == ({1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}, 2)
    assert (p.longest_points, p.station_points, p.attraction_points) == (10, 0, 0)
    assert p.tie_breaks == ("completed_tickets", "longest_path")


@pytest.mark.skipif(not FACTS.is_dir(), reason="the collected facts are not beside the repository")
def test_agrees_with_the_collected_facts(board: Board) -> None:
    def rows(table: str) -> list[dict[str, str]]:
        with (FACTS / f"{board.name}.{table}.csv").open(encoding="utf-8") as file:
            return list(csv.DictReader(file))

    assert [(c.id, c.display, c.x, c.y, c.attraction, c.district, c.country) for c in board.cities] == [
        (
            r["name"], r.get("display", r["name"]), float(r["x"]), float(r["y"]), r.get("attraction") == "1",
            r.get("district", ""), r.get("country", ""),
        )
        for r in rows("cities")
    ]  # fmt: skip
    assert [(r.a, r.b, r.length, r.colour, r.tunnel, r.wilds, bool(r.double), r.any_set) for r in board.routes] == [
        (
            r["city_a"], r["city_b"], int(r["length"]), r["colour"], r["tunnel"] == "1",
            int(r["locomotives"]), bool(r["double_group"]), int(r.get("any_set", "0")),
        )
        for r in rows("routes")
    ]  # fmt: skip
    assert [(t.a, t.b, t.points, t.long) for t in board.tickets if not t.ends] == [
        (r["city_a"], r["city_b"], int(r["points"]), r["kind"] == "long")
        for r in rows("tickets")
        if r["kind"] != "country"
    ]
    assert [(t.a, [f"{end.to}:{end.points}" for end in t.ends]) for t in board.tickets if t.ends] == [
        (r["city_a"], r["alternatives"].split("|")) for r in rows("tickets") if r["kind"] == "country"
    ]


# ---- decks ---------------------------------------------------------------------------------------


def test_a_deck_is_its_map_with_other_tickets(deck: Board) -> None:
    board = load_board(map_of_deck(deck.name) or "")
    assert isinstance(board, Board)
    assert (deck.cities, deck.routes, deck.aspect) == (board.cities, board.routes, board.aspect)
    assert deck.tickets != board.tickets
    kept = ("trains", "stations", "cards_per_colour", "wilds", "hand", "market", "route_points", "doubles_closed_up_to")
    for name in (*kept, "end_trains", "station_points", "setup_refused", "offer_refused"):
        assert getattr(deck.parameters, name) == getattr(board.parameters, name), name


def test_sizes_and_points_of_decks(deck: Board) -> None:
    tickets, long, points, unlike = DECKS[deck.name]
    assert len({frozenset((ticket.a, ticket.b)) for ticket in deck.tickets}) == len(deck.tickets) == tickets
    assert sum(ticket.long for ticket in deck.tickets) == long
    assert sum(ticket.points for ticket in deck.tickets) == points
    paths = dict(nx.all_pairs_dijkstra_path_length(graph(deck)))
    found = {t.id: (t.points, paths[t.a][t.b]) for t in deck.tickets if t.points != paths[t.a][t.b]}
    assert found == unlike


@pytest.mark.parametrize("name", ["usa-big-cities", "europe-1912-big-cities"])
def test_big_cities(name: str) -> None:
    assert all({ticket.a, ticket.b} & BIG[map_of_deck(name) or ""] for ticket in load_board(name).tickets)


@pytest.mark.parametrize(
    ("name", "offer", "later", "longest", "globetrotter", "tie_breaks"),
    [
        ("usa-1910", (0, 3, 2, 8), (3, 1), 0, 15, 1),
        ("usa-mega", (0, 5, 3, 8), (4, 1), 10, 15, 2),
        ("usa-big-cities", (0, 4, 2, 8), (4, 1), 0, 0, 1),
        ("europe-1912-expanded", (1, 3, 2, 8), (3, 1), 10, 0, 3),
        ("europe-1912-mega", (2, 5, 3, 1), (3, 1), 10, 0, 3),
        ("europe-1912-big-cities", (0, 5, 2, 8), (4, 1), 10, 0, 3),
    ],
)
def test_rules_of_decks(
    name: str,
    offer: tuple[int, ...],
    later: tuple[int, int],
    longest: int,
    globetrotter: int,
    tie_breaks: int,
) -> None:
    p = load_board(name).parameters
    assert (p.setup_offer_long, p.setup_offer, p.setup_keep, p.setup_most_long) == offer
    assert (p.offer, p.offer_keep) == later
    assert (p.longest_points, p.globetrotter_points) == (longest, globetrotter)
    assert len(p.tie_breaks) == tie_breaks


def test_decks_with_unconfirmed_rules_say_so() -> None:
    noticed = {name for name in DECKS if load_board(name).notice}
    assert noticed == {"usa-big-cities", "europe-1912-mega", "europe-1912-big-cities"}


@pytest.mark.skipif(not FACTS.is_dir(), reason="the collected facts are not beside the repository")
def test_decks_agree_with_the_collected_facts(deck: Board) -> None:
    with (FACTS / f"{deck.name}.tickets.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(t.a, t.b, t.points, t.long) for t in deck.tickets] == [
        (r["city_a"], r["city_b"], int(r["points"]), r["kind"] == "long") for r in rows
    ]
