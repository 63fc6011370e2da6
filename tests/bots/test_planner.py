"""`planner` in positions where the right move is plain."""

import pytest

from tests.bots.positions import Position, claimed, drawn, draws_tickets, kept
from ttrsim.trains.bots._planner.weights import WEIGHTS
from ttrsim.trains.kernel import decisions

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
    assert drawn(position, position.ask(**SHORT_WAYS)) == "pink"  # Helena-Salt Lake City is pink


def test_a_face_up_wild_is_worth_it_when_one_colour_is_wanted_and_not_there():
    position = Position("usa").tickets(("Calgary", "Salt Lake City")).hand({"pink": 2})
    position.owns(0, "Calgary-Helena").market("wild", "green", "black", "white", "red")
    assert drawn(position, position.ask(spare=0.2, **SHORT_WAYS)) == "wild"


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
    assert draws_tickets(position.ask(tickets=5.0))


def test_it_spares_its_wilds_while_there_is_time():
    position = Position("usa").tickets(("Calgary", "Salt Lake City"), ("Los Angeles", "Miami"))
    position.hand({"pink": 2, "wild": 1}).owns(0, "Calgary-Helena")
    position.market("pink", "green", "black", "white", "red")
    assert claimed(position, position.ask(**SHORT_WAYS)) != "Helena-Salt Lake City"
    position = Position("usa").tickets(("Calgary", "Salt Lake City"))
    position.hand({"pink": 2, "wild": 1}).owns(0, "Calgary-Helena")
    position.public["last_turns"] = 1
    assert claimed(position, position.ask(**SHORT_WAYS)) == "Helena-Salt Lake City"


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
    assert len({weight.name for weight in WEIGHTS}) == len(WEIGHTS) <= 16
    assert all(weight.meaning for weight in WEIGHTS)
