"""`planner` in positions where the right move is plain."""

import pytest

from tests.games.trains.bots.positions import Position, claimed, drawn, draws_tickets, kept, paid_in_sets
from ttrsim.games.registry import load_board
from ttrsim.games.trains.bots._planner.weights import WEIGHTS
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel import decisions
from ttrsim.games.trains.kernel.records import N_WEIGHTS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

BUILDS_FIRST = {"early_tickets": 100.0}  # it draws no tickets before its plan is done
SHORT_WAYS = {"points": 0.3, "train": 0.2}  # long routes do not tempt it: its plan is the short way a reader sees


def test_it_keeps_tickets_that_lie_on_one_way():
    # Denver-Pittsburgh lies almost on the way of both; a third one far away has little to do with them
    position = Position("usa").offer(
        ("Los Angeles", "New York"), ("Boston", "Miami"), ("Chicago", "Los Angeles"), in_setup=True
    )
    assert {0, 2} <= kept(position.ask())


def test_it_keeps_what_is_completed_already():
    position = Position("usa").trains(8, 12)
    position.owns(0, "Calgary-Helena", "Helena-Salt Lake City", "Denver-Phoenix", "Denver-Helena")
    position.offer(("Boston", "Miami"), ("Calgary", "Phoenix"), ("Los Angeles", "Miami"))
    assert kept(position.ask()) == {1}


def test_it_keeps_as_few_as_it_must_when_the_game_is_nearly_over():
    position = Position("usa").trains(4, 3)
    position.offer(("Boston", "Miami"), ("Los Angeles", "New York"), ("Denver", "El Paso"))
    assert kept(position.ask()) == {2}


def test_it_claims_the_contested_route_first():
    tickets = [("Los Angeles", "Seattle")]
    calm = Position("usa", 3).tickets(*tickets).hand({"red": 1, "pink": 5, "yellow": 3, "green": 5})
    first = claimed(calm, calm.ask(**SHORT_WAYS))
    assert first is not None
    contested = Position("usa", 3).tickets(*tickets).hand({"red": 1, "pink": 5, "yellow": 3, "green": 5})
    contested.owns(1, "Calgary-Vancouver", "Calgary-Helena").owns(2, "Helena-Seattle")
    taken = claimed(contested, contested.ask(**SHORT_WAYS))
    assert taken is not None
    assert "Seattle" in taken


def test_it_draws_the_colour_its_plan_lacks():
    position = Position("usa").tickets(("Denver", "El Paso")).hand({"red": 1, "blue": 3})
    position.owns(0, "Denver-Santa Fe")  # what is left: Santa Fe to El Paso, gray
    position.market("blue", "green", "black", "white", "pink")
    decision = position.ask()
    assert claimed(position, decision) == "El Paso-Santa Fe"
    position = Position("usa").tickets(("Calgary", "Salt Lake City")).hand({"red": 1})
    position.owns(0, "Calgary-Helena").market("pink", "green", "black", "white", "red")
    assert drawn(position, position.ask(**SHORT_WAYS, **BUILDS_FIRST)) == "pink"  # Helena-Salt Lake City is pink


def test_a_face_up_wild_is_worth_it_when_one_colour_is_wanted_and_not_there():
    position = Position("usa").tickets(("Calgary", "Salt Lake City")).hand({"pink": 2})
    position.owns(0, "Calgary-Helena").market("wild", "green", "black", "white", "red")
    assert drawn(position, position.ask(spare=0.2, **SHORT_WAYS, **BUILDS_FIRST)) == "wild"


@pytest.mark.parametrize("trains", [10, 6, 4])
def test_it_does_not_draw_tickets_late(trains):
    position = Position("usa").trains(20, trains).hand({"red": 2}).market("red", "blue", "green", "black", "white")
    position.public["hand_size"][1] = 12
    assert not draws_tickets(position.ask())


def test_it_draws_tickets_when_its_network_makes_them_cheap():
    trunk = ["Calgary-Helena", "Denver-Helena", "Denver-Oklahoma City", "Duluth-Helena", "Denver-Phoenix"]
    trunk += ["Little Rock-Oklahoma City", "Little Rock-Nashville", "Calgary-Vancouver"]
    position = Position("usa").owns(0, *trunk).market("red", "blue", "green", "black", "white")
    position.tickets(("Calgary", "Phoenix")).trains(24, 40)
    assert draws_tickets(position.ask())


@pytest.mark.parametrize("others", [0, 1, 5])
def test_it_draws_tickets_only_in_company(others):
    position = Position("new-york").tickets(("Central Park", "Gramercy Park"), ("Chinatown", "Gramercy Park"))
    position.owns(0, "Central Park-Times Square-red", "Empire State Building-Times Square-pink")
    position.owns(0, "Empire State Building-Gramercy Park-red", "Gramercy Park-Greenwich Village-pink")
    position.owns(0, "Chinatown-Greenwich Village-1").market("red", "blue", "green", "black", "pink")
    position.public["n_tickets"][1] = others
    assert draws_tickets(position.ask()) == (others > 0)
    assert not draws_tickets(position.ask("rusher"))
    assert draws_tickets(position.ask("hoarder"))


@pytest.mark.parametrize("others", [0, 2])
def test_it_puts_off_the_end_in_company(others):
    position = Position("new-york").tickets(("Central Park", "Gramercy Park"), ("Chinatown", "Gramercy Park"))
    position.owns(0, "Central Park-Times Square-red", "Empire State Building-Times Square-pink")
    position.owns(0, "Empire State Building-Gramercy Park-red", "Gramercy Park-Greenwich Village-pink")
    position.owns(0, "Chinatown-Greenwich Village-1").trains(4, 4).hand({"orange": 2})
    position.market("red", "blue", "green", "black", "pink")
    position.public["n_tickets"][1] = others
    position.public["hand_size"][1] = 4  # the other could end the game in two turns: tickets come too late otherwise
    decision = position.ask()
    assert draws_tickets(decision) == (others == 2)
    assert (claimed(position, decision) is not None) == (others == 0)


def test_it_pays_with_the_cards_that_it_can_best_do_without():
    """NC3: a pink card, and a set for the symbol of the ferry: not a wild, and nothing of its largest holding."""
    position = Position("nordic").tickets(("Tallinn", "Tampere")).owns(0, "Helsinki-Tampere")
    position.hand({"pink": 1, "yellow": 4, "green": 2, "blue": 1}).market("black", "black", "black", "red", "red")
    position.public["last_turns"] = 1
    decision = position.ask()
    assert claimed(position, decision) == "Helsinki-Tallinn"
    assert paid_in_sets(decision) == {"pink": 1, "green": 2, "blue": 1}


@pytest.mark.parametrize(("blues", "goes_on"), [(9, True), (8, False)])
def test_it_claims_the_nine_spaces(blues, goes_on):
    """NC4: nine cards of a colour are 27 points; a wild is no ninth card."""
    position = Position("nordic").tickets(("Murmansk", "Narvik")).trains(20, 20)
    position.hand({"blue": blues, "wild": 1}).market("black", "black", "black", "red", "red")
    position.public["last_turns"] = 1
    assert (claimed(position, position.ask()) == "Lieksa-Murmansk") == goes_on


@pytest.mark.parametrize(
    ("districts", "route"), [(1.0, "Elephant & Castle-Waterloo"), (0.0, "Big Ben-Elephant & Castle")]
)
def test_it_plans_for_a_district(districts, route):
    """L1, in its last turn: two points for a route and three for the district that it joins, or four for a route."""
    position = Position("london").tickets(("Piccadilly Circus", "Waterloo"))
    position.owns(0, "Piccadilly Circus-Trafalgar Square-blue", "Trafalgar Square-Waterloo", "Globe Theatre-Waterloo")
    position.hand({"orange": 2, "yellow": 3}).market("blue", "black", "black", "pink", "pink")
    position.public["last_turns"] = 1
    assert claimed(position, position.ask(districts=districts)) == route


@pytest.mark.parametrize(("countries", "route"), [(1.0, "Italia (Lugano)-Lugano"), (0.0, "Olten-Zurich")])
def test_it_leads_a_country_ticket_on_to_a_better_end(countries, route):
    """W4, in its last turn: Italia for 11 in place of Deutschland for 3, or four points for a route."""
    position = Position("switzerland").tickets(("Zurich", ""))
    position.owns(0, "Schaffhausen-Zurich", "Deutschland (Schaffhausen)-Schaffhausen", "Zug-Zurich-red")
    position.owns(0, "Schwyz-Zug-black", "Schwyz-Wassen-green", "Bellinzona-Wassen-1", "Bellinzona-Lugano-red")
    position.hand({"white": 3, "orange": 3}).market("blue", "black", "black", "pink", "pink")
    position.public["last_turns"] = 1
    assert claimed(position, position.ask(countries=countries)) == route


def test_it_builds_to_the_nearest_end_when_a_better_one_is_taken():
    """W4: the only route to Lugano is closed, so Deutschland has to do."""
    position = Position("switzerland").tickets(("Zurich", "")).hand({"yellow": 1, "orange": 3})
    position.owns(0, "Schaffhausen-Zurich").trains(4, 40).market("blue", "black", "black", "pink", "pink")
    position.public["last_turns"] = 1
    assert claimed(position, position.ask()) == "Deutschland (Schaffhausen)-Schaffhausen"


@pytest.mark.parametrize(("mandalas", "is_closed"), [(1.0, True), (0.0, False)])
def test_it_plans_for_a_mandala(mandalas, is_closed):
    """I1, in its last turn: one point for a route and five for the loop that it closes, or two for a route."""
    position = Position("india").tickets(("Katni", "Khandwa"))
    position.owns(0, "Agra-Katni", "Agra-Bhopal-pink", "Bhopal-Khandwa", "Bilaspur-Raipur-red", "Khandwa-Raipur")
    position.hand({"pink": 2}).market("blue", "black", "black", "red", "red")
    position.public["last_turns"] = 1
    assert (claimed(position, position.ask(mandalas=mandalas)) == "Bilaspur-Katni-pink") == is_closed


@pytest.mark.parametrize("neighbour", [False, True])
def test_it_waits_with_a_route_where_nobody_is(neighbour):
    position = Position("usa").tickets(("Calgary", "Phoenix")).hand({"green": 4, "red": 1})
    position.market("blue", "red", "black", "white", "yellow")
    if neighbour:
        position.owns(1, "Helena-Seattle", "Calgary-Vancouver", "Duluth-Helena")
    taken = claimed(position, position.ask(**SHORT_WAYS, **BUILDS_FIRST))
    assert (taken is not None) == neighbour
    assert claimed(position, position.ask(eager=0.0, **SHORT_WAYS, **BUILDS_FIRST)) is not None


def test_it_spares_its_wilds_while_there_is_time():
    position = Position("usa").tickets(("Calgary", "Salt Lake City"), ("Los Angeles", "Miami"))
    position.hand({"pink": 2, "wild": 1}).owns(0, "Calgary-Helena")
    position.market("pink", "green", "black", "white", "red")
    assert claimed(position, position.ask(**SHORT_WAYS)) != "Helena-Salt Lake City"
    position = Position("usa").tickets(("Calgary", "Salt Lake City"))
    position.hand({"pink": 2, "wild": 1}).owns(0, "Calgary-Helena")
    position.public["last_turns"] = 1
    assert claimed(position, position.ask(**SHORT_WAYS)) == "Helena-Salt Lake City"


def test_it_claims_a_route_when_players_hold_all_the_cards():
    position = Position("europe").hand({"black": 2, "green": 2})
    position.tickets(("Brest", "Petrograd"), ("Erzurum", "Kobenhavn"))  # far more than it has cards for
    position.public["pile_size"] = position.public["n_discards"] = 0
    taken = claimed(position, position.ask())
    assert taken is not None
    assert not position.board.routes[position.route[taken]].tunnel  # which might fail, and change nothing


def test_two_that_wait_for_cards_end_their_game():
    table = SeatedTable(load_board("europe"), [load_bot("planner", TRAINS)] * 2)
    outcome = table.play(1, 671, 1)[0]  # a deal where both come to hold half of the cards
    assert outcome["turns"] < 200


def test_it_builds_a_station_for_a_route_it_cannot_do_without():
    # London is the only way to Edinburgh, and the other player has both halves' use of it
    position = Position("europe").tickets(("Edinburgh", "Paris")).hand({"red": 2})
    position.owns(0, "Dieppe-London-1" if "Dieppe-London-1" in position.route else "Dieppe-London", "Dieppe-Paris")
    for route in [name for name in position.route if name.startswith("Edinburgh-London")]:
        position.owns(1, route)
    decision = position.ask()
    assert decision & 15 == decisions.DO_STATION
    assert position.board.cities[(decision >> 4) & 0xFF].id in ("Edinburgh", "London")


def test_it_takes_the_most_points_in_its_last_turn():
    position = Position("usa").hand({"white": 6, "red": 2}).trains(8, 2)
    position.public["last_turns"] = 1
    taken = claimed(position, position.ask())
    assert taken is not None
    assert position.board.routes[position.route[taken]].length == 6


def test_every_weight_is_documented():
    assert len({weight.name for weight in WEIGHTS}) == len(WEIGHTS) <= N_WEIGHTS
    assert all(weight.meaning for weight in WEIGHTS)
