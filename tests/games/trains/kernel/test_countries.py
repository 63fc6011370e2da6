"""W1–W7: tickets to countries and with several ends, and the other rules of Switzerland, in kernel and oracle."""

from collections import Counter

import pytest

from tests.games.trains.kernel.harness import Kernel, built_in, most_route_points
from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.small_board import city, route, small_board, ticket, ticket_to

TO_GENEVA = ("Bern-Fribourg-orange", "Fribourg-Lausanne-red", "Geneve-Lausanne-blue", "France (Geneve)-Geneve")
TO_BASEL = ("Bern-Solothurn", "Delemont-Solothurn", "Basel-Delemont", "Basel-Deutschland (Basel)")


def scored(board, routes, tickets, n_players=2, stations=None, owner=None):
    """What kernel and oracle say of a position of seat 0: its score, the same twice."""
    owner = dict.fromkeys(routes, 0) | (owner or {})
    game = Kernel(board, n_players).position(owner=owner, stations=stations, tickets={0: tickets})
    mine, kept = game.score()[0], [list(tickets), *[[] for _ in range(n_players - 1)]]
    theirs = scoring.score(game.oracle_board, n_players, owner, stations or {}, kept)[0]
    assert mine == theirs
    return mine


def of_ticket(board, routes, name, **more):
    """Points of one ticket, and the end that it scored."""
    score = scored(board, routes, [name], **more)
    assert len(score["completed"]) + len(score["failed"]) == 1, "W4: one card counts as one ticket"
    return score["tickets"], score["ends"].get(name)


# ---- W3: border nodes ----------------------------------------------------------------------------


def test_W3_the_flags_of_the_countries():
    board = built_in("switzerland")
    flags = Counter(each.country for each in board.cities if each.country)
    assert flags == {"France": 4, "Deutschland": 5, "Osterreich": 3, "Italia": 5}
    for each in board.cities:
        n_routes = sum(each.id in (route.a, route.b) for route in board.routes)
        assert (n_routes == 1) == bool(each.country)


def test_W3a_no_path_runs_through_a_country():
    routes = ("Davos-Italia (Davos)", "Brusio-Italia (Brusio)")
    assert scored("switzerland", routes, [])["longest"] == 3
    board = board_of(tickets=[ticket("BC", 4)])
    assert scored(board, ("AB", "CD"), ["BC"])["failed"] == ["BC"], "A and D are flags of one country, and not joined"


# ---- W4: several ends ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        (TO_GENEVA, (5, "France")),  # W4a
        (TO_GENEVA + TO_BASEL, (6, "Deutschland")),  # W4b
        ((), (-5, None)),  # W4c
        (TO_GENEVA[1:], (-5, None)),  # the country alone is not enough
    ],
)
def test_W4abc_the_highest_end_scores_and_the_lowest_is_lost(routes, expected):
    assert of_ticket("switzerland", routes, "Bern-countries") == expected


def test_W4d_from_country_to_country():
    routes = ("Deutschland (St. Gallen)-St. Gallen", "Osterreich (St. Gallen)-St. Gallen")
    assert of_ticket("switzerland", routes, "Deutschland-countries-1") == (5, "Osterreich")


def test_W4e_two_countries_that_are_not_joined():
    routes = ("France (Geneve)-Geneve", "Basel-Deutschland (Basel)")
    assert of_ticket("switzerland", routes, "France-countries-1") == (-5, None)


def test_W4_any_flag_of_a_country_will_do():
    """From each of the flags of Osterreich to each of Italia that routes can join."""
    joins = {
        ("Davos-Osterreich (Davos)", "Davos-Italia (Davos)"): (6, "Italia"),
        ("Osterreich (Vaduz)-Vaduz", "Sargans-Vaduz", "Davos-Sargans", "Davos-Italia (Davos)"): (6, "Italia"),
        ("Davos-Osterreich (Davos)", "Brusio-Davos", "Brusio-Italia (Brusio)"): (6, "Italia"),
        ("Davos-Osterreich (Davos)", "Osterreich (Vaduz)-Vaduz"): (-5, None),  # its own flags are no end
    }
    for routes, expected in joins.items():
        assert of_ticket("switzerland", routes, "Osterreich-countries-1") == expected


def test_W5_both_copies_of_a_card_score():
    routes = ("Davos-Osterreich (Davos)", "Davos-Italia (Davos)")
    score = scored("switzerland", routes, ["Osterreich-countries-1", "Osterreich-countries-2"])
    assert (score["tickets"], len(score["completed"])) == (12, 2)
    assert score["ends"] == dict.fromkeys(("Osterreich-countries-1", "Osterreich-countries-2"), "Italia")


def test_W5_the_cards_that_exist_twice():
    board = built_in("switzerland")
    copies = Counter((each.a, each.ends) for each in board.tickets if each.ends)
    countries = {each.country for each in board.cities} - {""}
    assert {start: n for (start, _), n in copies.items()} == dict.fromkeys(countries, 2) | dict.fromkeys(
        ("Bern", "Chur", "Lugano", "Zurich"), 1
    )


# ---- any board can have them ---------------------------------------------------------------------


def board_of(tickets, **rules):
    """A–B–C–D in a row and A–E; A and D are flags of X, E is one of Y."""
    country = {"A": "X", "D": "X", "E": "Y"}
    cities = [city(name, country=country.get(name, "")) for name in "ABCDE"]
    routes = [route("AB", 1), route("BC", 1), route("CD", 1), route("AE", 1)]
    more = [ticket("AC", 3) | {"id": f"AC{n}"} for n in range(8)]
    return small_board(cities=cities, routes=routes, tickets=[*tickets, *more], setup_offer_long=0, **rules)


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        (["CD"], (4, "X")),  # a country
        (["BC"], (7, "B")),  # a city
        (["BC", "CD"], (7, "B")),
        (["BC", "AB", "AE"], (9, "Y")),
        (["AB", "AE"], (-4, None)),
    ],
)
def test_W4_ends_may_be_cities_and_countries(routes, expected):
    board = board_of([ticket_to("C-several", "C", X=4, B=7, Y=9)])
    assert of_ticket(board, routes, "C-several") == expected


def test_W4_a_ticket_between_two_countries_or_a_city_and_a_country():
    tickets = [{"id": "XY", "a": "X", "b": "Y", "points": 6, "long": False}, ticket("CE", 2) | {"b": "X"}]
    score = scored(board_of(tickets), ["AE"], ["XY", "CE"])
    assert (score["completed"], score["failed"], score["tickets"]) == (["XY"], ["CE"], 4)
    assert "ends" not in score, "a single end needs no name"


def test_W4_E4_a_borrowed_route_leads_on_to_a_better_end():
    """It is completed without the station, which then raises its points."""
    board = board_of([ticket_to("C-several", "C", X=4, B=7, Y=9)], station_points=0)
    score = scored(board, ["CD", "AB"], ["C-several"], stations={"C": 0}, owner={"BC": 1})
    assert (score["tickets"], score["ends"], score["borrowed"]) == (7, {"C-several": "B"}, {"C": "BC"})


# ---- W1, W2: wilds -------------------------------------------------------------------------------


def payments(game, route_id):
    return {decision[2:] for decision in game.legal() if decision[:2] == ("claim", route_id)}


def test_W1a_a_wild_does_not_pay_for_a_plain_route():
    board = built_in("switzerland")
    assert sum(not each.tunnel for each in board.routes) == 46
    game = Kernel("switzerland", 2).position(hand=["wild", "wild"])
    assert payments(game, "Bern-Fribourg-orange") == set()
    assert {board.routes[game.route_number[d[1]]].tunnel for d in game.legal() if d[0] == "claim"} == {True}


def test_W1b_wilds_are_laid_out_in_a_tunnel_and_pay_its_extra_cards():
    hand, turned = ["orange"] * 3 + ["wild"] * 3, ["orange", "wild", "red"]
    game = Kernel("switzerland", 2).position(hand=hand, pile=turned)
    assert payments(game, "Basel-Olten") == {("orange", 0), ("orange", 1), ("wild", 2)}
    game.advance(("claim", "Basel-Olten", "orange", 1))
    assert game.legal() == {("pay", 0), ("pay", 1), ("pay", 2), ("decline",)}, "2 extras, in any mix"


def test_W2_a_face_up_wild_is_one_card_and_three_clear_the_market():
    game = Kernel("switzerland", 2).position(market=["wild", "wild", "red", "blue", "blue"], pile=["green"] * 9)
    game.advance(("draw", 0))
    assert ("draw", 1) in game.legal()
    game = Kernel("switzerland", 2).position(
        market=["wild", "wild", "red", "blue", "blue"], pile=["wild"], discards=["green"] * 9
    )
    game.advance(("draw", 2))
    assert (game.public["flushes"], game.market().count("wild") < 3) == (1, True)


def test_setup_offer_of_switzerland():
    """§10: 26 keep-sets."""
    assert len(Kernel("switzerland", 2).legal()) == 26


def test_most_points_by_routes_alone_in_switzerland():
    """§10: 80, with one half of each double and 40 trains."""
    assert most_route_points(built_in("switzerland")) == 80


def test_W6_refused_tickets_leave_the_game():
    """NC7a, for two and three players: the pile after the set-up is the same whatever was kept."""
    for n_players in (2, 3):
        for n_kept in (2, 5):
            game = Kernel("switzerland", n_players)
            while game.question == "keep":
                game.advance(("keep", tuple(game.offer()[:n_kept])))
            assert len(game.ticket_pile()) == 46 - 5 * n_players
            game.advance(("tickets",))
            game.advance(("keep", tuple(game.offer()[:1])))
            assert len(game.ticket_pile()) == 46 - 5 * n_players - 3


@pytest.mark.parametrize("n_players", [2, 3])
def test_W7_the_second_half_of_a_double_is_closed_with_two_players(n_players):
    game = Kernel("switzerland", n_players).position(hand=["orange", "yellow"], owner={"Bern-Fribourg-yellow": 1})
    assert (("claim", "Bern-Fribourg-orange", "orange", 0) in game.legal()) == (n_players > 2)


def test_distance_of_every_alternative():
    """The points of the cards are shortest paths, but for three that are printed otherwise."""
    from ttrsim.games.trains.analysis.facts import ways_of
    from ttrsim.games.trains.board.distances import distances_of

    board = built_in("switzerland")
    distances = distances_of(board)
    differ = {
        (each.a, end.to): (end.points, way.trains)
        for each in board.tickets
        for end, way in zip(each.alternatives, ways_of(board, each, distances), strict=True)
        if end.points != way.trains
    }
    both = {("Deutschland", "Italia"): (13, 11), ("France", "Italia"): (11, 10)}
    assert differ == {("Chur", "France"): (12, 13)} | both | {(b, a): points for (a, b), points in both.items()}
