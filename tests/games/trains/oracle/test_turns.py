"""Each rule of set-up and turns, in a position of the oracle built for it."""

from typing import Any

import pytest

from tests.games.trains.oracle.game import Foul
from tests.games.trains.oracle.positions import (
    B,
    G,
    R,
    W,
    claims,
    decisions,
    kinds,
    new_game,
    position,
    station_payments,
)
from tests.games.trains.oracle.small_board import route, small_board

# ---------------------------------------------------------------------- set-up


def test_S1_hands_seat_by_seat_then_the_market():
    game = new_game(small_board(), [R, B, G, W, R, R, B, G, W])
    assert game.snapshot()["hands"] == [{R: 1, B: 1}, {G: 1, W: 1}]
    assert game.market == [R, R, B, G, W]
    assert game.events[:2] == [
        {"event": "hand", "turn": 0, "player": 0, "cards": [R, B]},
        {"event": "hand", "turn": 0, "player": 1, "cards": [G, W]},
    ]
    assert game.events[2] == {"event": "refill", "turn": 0, "slot": 0, "card": R}
    assert kinds(game) == ["hand"] * 2 + ["refill"] * 5


def test_S1_the_first_market_is_flushed_too():
    game = new_game(small_board(), [R, B, G, G, W, W, W, R, B, R, R, B, G, G])
    assert kinds(game) == ["hand"] * 2 + ["refill"] * 5 + ["flush"] + ["refill"] * 5
    assert game.events[7]["cards"] == [W, W, W, R, B]
    assert game.snapshot()["discards"] == {W: 3, R: 1, B: 1}


def test_S1_a_card_the_pile_lacks_is_a_foul():
    with pytest.raises(Foul):
        new_game(small_board(wilds=1), [W, W])


def test_S2_one_long_and_then_the_short_ones_for_each_seat():
    game = new_game(small_board(), [R, B, G, G, R, B, R, R, B])
    assert (game.question, game.asked, game.offer) == ("keep", 0, ["FC", "AC", "AE"])
    assert game.offers[1] == ["DB", "BD", "BF"]
    assert game.ticket_pile == ["CE", "CF", "DF", "AD", "BE", "DA"]  # and the other long ones are gone


def test_S3_at_least_the_minimum_in_the_order_offered():
    game = new_game(small_board(), [R, B, G, G, R, B, R, R, B])
    assert decisions(game, "keep") == {
        (("FC", "AC"),),
        (("FC", "AE"),),
        (("AC", "AE"),),
        (("FC", "AC", "AE"),),
    }


def test_X1_not_more_long_tickets_than_allowed():
    """Of the offer FC, AC, AE the first is long."""
    game = new_game(small_board(setup_most_long=0), [R, B, G, G, R, B, R, R, B])
    assert decisions(game, "keep") == {(("AC", "AE"),)}


@pytest.mark.parametrize(("refused", "below"), [("removed", []), ("bottom", ["FC", "BF"])])
def test_S3_refused_tickets_go_in_seat_order_after_the_last_choice(refused: str, below: list[str]):
    game = new_game(small_board(setup_refused=refused), [R, B, G, G, R, B, R, R, B])
    pile = list(game.ticket_pile)
    game.apply(("keep", ("AC", "AE")))
    assert (game.ticket_pile, game.tickets, game.asked) == (pile, [[], []], 1)  # choices are simultaneous
    game.apply(("keep", ("DB", "BD")))
    assert game.ticket_pile == pile + below
    assert game.snapshot()["tickets"] == [["AC", "AE"], ["BD", "DB"]]
    assert game.events[-2:] == [
        {"event": "tickets", "turn": 0, "player": 0, "offered": ["FC", "AC", "AE"], "kept": ["AC", "AE"]},
        {"event": "tickets", "turn": 0, "player": 1, "offered": ["DB", "BD", "BF"], "kept": ["DB", "BD"]},
    ]


def test_S4_seat_0_begins_and_play_goes_round():
    game = position(n_players=3, pile=[R] * 12)
    seats = []
    for _ in range(4):
        seats.append((game.turn, game.seat, game.asked))
        game.apply(("draw", "pile"))
        game.apply(("draw", "pile"))
    assert seats == [(1, 0, 0), (2, 1, 1), (3, 2, 2), (4, 0, 0)]


# ---------------------------------------------------------------------- cards and the market


def test_M1_a_market_card_is_replaced_before_the_second_draw():
    game = position(pile=[G, B, B])
    game.apply(("draw", 0))
    assert (game.question, game.market) == ("second_card", [G, B, G, R, B])
    game.apply(("draw", 0))
    assert game.snapshot()["hands"][0] == {R: 1, G: 1}
    assert game.turn == 2
    assert game.events == [
        {"event": "draw", "turn": 1, "player": 0, "from": "market", "slot": 0, "card": R},
        {"event": "refill", "turn": 1, "slot": 0, "card": G},
        {"event": "draw", "turn": 1, "player": 0, "from": "market", "slot": 0, "card": G},
        {"event": "refill", "turn": 1, "slot": 0, "card": B},
    ]


def test_M1_two_cards_from_the_pile():
    game = position(pile=[G, W, B])
    game.apply(("draw", "pile"))
    game.apply(("draw", "pile"))
    assert game.snapshot()["hands"][0] == {G: 1, W: 1}
    assert game.events[1] == {"event": "draw", "turn": 1, "player": 0, "from": "pile", "card": W}


def test_M2_a_face_up_wild_ends_the_action():
    game = position(market=[R, W, G, R, B], pile=[G, B])
    game.apply(("draw", 1))
    assert (game.turn, game.question, game.asked) == (2, "action", 1)


def test_M2_a_face_up_wild_is_no_second_card():
    game = position(market=[R, W, G, R, B], pile=[G, B])
    game.apply(("draw", 0))
    assert game.legal() == {("draw", "pile"), ("draw", 0), ("draw", 2), ("draw", 3), ("draw", 4)}


def test_M2_a_wild_as_replacement_is_no_second_card():
    game = position(pile=[W, B])
    game.apply(("draw", 0))
    assert game.market[0] == W
    assert ("draw", 0) not in game.legal()


def test_M2_a_wild_from_the_pile_is_an_ordinary_card():
    game = position(pile=[W, B])
    game.apply(("draw", "pile"))
    assert game.question == "second_card"


def test_M3_three_wilds_flush_the_market_again_and_again():
    game = position(market=[W, W, G, R, B], pile=[W, R, W, W, B, W, G, G, B, B, R, R])
    game.apply(("draw", 2))
    assert game.market == [G, G, B, B, R]
    assert kinds(game) == ["draw", "refill"] + (["flush"] + ["refill"] * 5) * 2
    assert game.snapshot()["discards"] == {W: 6, R: 2, B: 2}


def test_M3_two_wilds_are_no_flush():
    game = position(market=[W, B, G, R, B], pile=[W, R])
    game.apply(("draw", 1))
    assert kinds(game) == ["draw", "refill"]


def test_M3_the_flushed_cards_are_reshuffled_when_they_are_needed():
    game = position(market=[W, W, B, R, B], pile=[W, G], after_reshuffle=[R, B, W, W])
    game.apply(("draw", 2))
    assert kinds(game) == ["draw", "refill", "flush", "refill", "reshuffle"] + ["refill"] * 4
    assert game.events[4] == {"event": "reshuffle", "turn": 1, "cards": 5}
    assert game.market == [G, R, B, W, W]
    assert game.snapshot()["pile"] == {W: 1}


def test_M3_guard_leaves_the_market_when_it_can_never_settle():
    game = position(market=[W, W, B, R, B], pile=[W, W, W])  # two coloured cards remain
    game.apply(("draw", 2))
    assert game.market == [W, W, W, R, B]
    assert kinds(game) == ["draw", "refill"]


@pytest.mark.parametrize(
    ("cards", "flushed"),
    [
        ({"pile": [W, W]}, False),
        ({"pile": [W, G]}, True),
        ({"pile": [W, W], "discards": [G]}, True),
        ({"pile": [W, W], "discards": [W], "hand": [G, G]}, False),
    ],
)
def test_M3_guard_counts_coloured_cards_in_pile_discards_and_market(cards: dict[str, Any], flushed: bool):
    assert position(market=[W, W, W, R, B], **cards).must_flush() is flushed


def test_M3_guard_follows_the_size_of_the_market():
    board = small_board(market=3, flush_wilds=2)  # two coloured cards are needed
    assert not position(board, market=[W, W, R]).must_flush()
    assert position(board, market=[W, W, R], discards=[B]).must_flush()


def test_M3_guard_is_lifted_by_cards_that_are_paid():
    game = position(hand=[R, R], market=[W, W, W, R, B], pile=[W, W], after_reshuffle=[R, R, B])
    game.apply(("claim", "AB", R, 0))
    assert kinds(game) == ["claim", "flush", "refill", "refill", "reshuffle", "refill", "refill", "refill"]
    assert game.market == [W, W, R, R, B]


def test_M4_the_reshuffle_waits_until_a_card_is_needed():
    game = position(pile=[G], discards=[R, R, B], after_reshuffle=[B])
    game.apply(("draw", "pile"))
    assert kinds(game) == ["draw"]
    game.apply(("draw", "pile"))
    assert kinds(game) == ["draw", "reshuffle", "draw"]
    assert (game.snapshot()["pile"], game.snapshot()["discards"]) == ({R: 2}, {})


def test_M4_the_market_stays_short_without_cards():
    game = position(pile=[])
    game.apply(("draw", 1))
    game.apply(("draw", 3))
    assert game.market == [R, None, G, None, B]
    assert ("draw", "pile") not in game.legal()
    assert ("draw", 1) not in game.legal()


def test_M4_a_short_market_is_filled_from_the_lowest_slot_when_cards_are_paid():
    game = position(hand=[R, R], market=[R, None, G, None, None], after_reshuffle=[R, R])
    game.apply(("claim", "AB", R, 0))
    assert kinds(game) == ["claim", "reshuffle", "refill", "refill"]
    assert game.market == [R, R, G, R, None]


def test_M4_a_short_market_is_filled_before_the_last_round_is_announced():
    game = position(hand=[R], market=[None] * 5, after_reshuffle=[R], trains=[3, 9])
    game.apply(("claim", "EF", R, 0))
    assert kinds(game)[:4] == ["claim", "reshuffle", "refill", "last_round"]


def test_M5_the_action_ends_when_only_a_face_up_wild_is_left():
    game = position(market=[R, W, None, None, None])
    game.apply(("draw", 0))
    assert (game.turn, game.asked) == (2, 1)


def test_M5_a_lone_face_up_wild_can_be_drawn_first():
    game = position(market=[None, W, None, None, None])
    assert decisions(game, "draw") == {(1,)}


# ---------------------------------------------------------------------- routes


def test_C1_payments_of_a_coloured_route():
    game = position(hand=[R, R, W, W, B, B, B])
    assert claims(game, "AB") == {(R, 0), (R, 1), (W, 2)}
    game = position(hand=[R, W, B, B, B])
    assert claims(game, "AB") == {(R, 1)}
    assert claims(position(hand=[B, B, B]), "AB") == set()


def test_C1_a_gray_route_takes_any_one_colour():
    board = small_board(routes=[route("AB", 2)])
    assert claims(position(board, hand=[R, R, B, W]), "AB") == {(R, 0), (R, 1), (B, 1)}
    assert claims(position(board, hand=[R, B]), "AB") == set()


def test_C1_the_cards_go_to_the_discards_and_the_route_scores():
    game = position(hand=[R, W, B])
    game.apply(("claim", "AB", R, 1))
    state = game.snapshot()
    assert (state["owner"], state["trains"], state["route_points"]) == ({"AB": 0}, [7, 9], [2, 0])
    assert (state["hands"][0], state["discards"]) == ({B: 1}, {R: 1, W: 1})
    assert game.events == [{"event": "claim", "turn": 1, "player": 0, "route": "AB", "cards": {R: 1, W: 1}}]


def test_C1_a_taken_route_and_one_longer_than_the_trains_left_are_not_open():
    game = position(hand=[R, R, R, W], owner={"AB": 1}, trains=[2, 7])
    assert not claims(game, "AB")
    assert not claims(game, "AD")
    assert claims(position(hand=[R, R, R], trains=[3, 9]), "AD") == {(R, 0)}
    assert claims(game, "BC")


def test_C2_the_second_half_is_closed_with_few_players():
    game = position(hand=[B, B], owner={"BC": 1})
    assert not claims(game, "BC2")


def test_C2_with_more_players_nobody_owns_both_halves():
    assert claims(position(n_players=3, hand=[B, B], owner={"BC": 1}), "BC2") == {(B, 0)}
    assert not claims(position(n_players=3, hand=[B, B], owner={"BC": 0}), "BC2")


def test_C2_routes_that_are_no_double_do_not_close_each_other():
    board = small_board(routes=[route("AB", 1), route("AB2", 1)])
    assert claims(position(board, hand=[B], owner={"AB": 0}), "AB2")


def test_C3_a_ferry_needs_its_wilds():
    assert claims(position(hand=[R, R, R]), "DE") == set()
    assert claims(position(hand=[R, R, W]), "DE") == {(R, 1)}
    assert claims(position(hand=[R, R, W, W]), "DE") == {(R, 1), (W, 2)}


# ---------------------------------------------------------------------- tunnels


def test_T1_each_turned_card_of_the_colour_and_each_wild_costs_one():
    game = position(hand=[B, B, B, B, W, W], pile=[B, W, R, G])
    game.apply(("claim", "CD", B, 0))
    assert (game.question, game.asked, game.extra) == ("tunnel", 0, 2)
    assert game.legal() == {("pay", 1), ("pay", 2), ("decline",)}
    assert game.snapshot()["discards"] == {}  # neither laid-out nor turned cards
    game.apply(("pay", 1))
    assert game.snapshot()["hands"][0] == {W: 1}
    assert game.snapshot()["discards"] == {B: 5, W: 2, R: 1}
    assert (game.owner, game.trains[0], game.route_points[0]) == ({"CD": 0}, 6, 4)
    assert game.events == [
        {"event": "tunnel", "turn": 1, "player": 0, "route": "CD", "cards": {B: 3}},
        {"event": "reveal", "turn": 1, "card": B},
        {"event": "reveal", "turn": 1, "card": W},
        {"event": "reveal", "turn": 1, "card": R},
        {"event": "tunnel_end", "turn": 1, "player": 0, "route": "CD", "claimed": True, "paid": {B: 1, W: 1}},
    ]


def test_T1_a_gray_tunnel_costs_extra_by_the_colour_laid_out():
    game = position(hand=[R, W, R], pile=[B, R, G, G])
    game.apply(("claim", "BE", R, 1))
    assert game.legal() == {("pay", 0), ("decline",)}


def test_T1_no_extra_cost_no_question():
    game = position(hand=[B, B, B], pile=[R, G, R, G])
    game.apply(("claim", "CD", B, 0))
    assert (game.owner, game.asked) == ({"CD": 0}, 1)
    assert game.events[-1]["paid"] == {}


def test_T1_laid_out_cards_are_not_reshuffled_into_the_pile():
    game = position(hand=[B, B, B, B], pile=[R], discards=[G, G], after_reshuffle=[G, G])
    game.apply(("claim", "CD", B, 0))
    assert kinds(game) == ["tunnel", "reveal", "reshuffle", "reveal", "reveal", "tunnel_end"]
    assert game.events[2]["cards"] == 2
    assert game.snapshot()["discards"] == {B: 3, R: 1, G: 2}


def test_T2_laid_out_as_wilds_only_just_wilds_count_and_pay():
    game = position(hand=[W, W, W, W, B, B], pile=[B, W, B, G])
    game.apply(("claim", "CD", W, 3))
    assert game.extra == 1
    assert game.legal() == {("pay", 1), ("decline",)}
    game.apply(("pay", 1))
    assert game.events[-1]["paid"] == {W: 1}


def test_T2_colours_cannot_pay_for_wilds_only():
    game = position(hand=[W, W, W, B, B], pile=[B, W, B, G])
    game.apply(("claim", "CD", W, 3))
    assert game.owner == {}
    assert game.asked == 1


def test_T3_declined_the_laid_out_cards_return_and_the_turned_ones_are_discarded():
    game = position(hand=[B, B, W, W], pile=[B, R, G, G])
    game.apply(("claim", "CD", B, 1))
    assert game.laid_out == {B: 2, W: 1}
    game.apply(("decline",))
    assert game.snapshot()["hands"][0] == {B: 2, W: 2}
    assert game.snapshot()["discards"] == {B: 1, R: 1, G: 1}
    assert (game.owner, game.trains, game.asked) == ({}, [9, 9], 1)
    assert game.events[-1] == {
        "event": "tunnel_end", "turn": 1, "player": 0, "route": "CD", "claimed": False, "paid": {}
    }  # fmt: skip


def test_T3_who_cannot_pay_is_not_asked():
    game = position(hand=[B, B, B, R], pile=[B, R, G, G])
    game.apply(("claim", "CD", B, 0))
    assert (game.owner, game.asked) == ({}, 1)
    assert game.snapshot()["hands"][0] == {B: 3, R: 1}
    assert game.events[-1]["claimed"] is False


def test_T4_fewer_cards_than_three_are_turned():
    game = position(hand=[B, B, B, B], pile=[R], discards=[B], after_reshuffle=[B])
    game.apply(("claim", "CD", B, 0))
    assert (game.turned, game.extra) == ([R, B], 1)


def test_T4_no_card_to_turn_no_extra_cost():
    game = position(hand=[B, B, B])
    game.apply(("claim", "CD", B, 0))
    assert kinds(game)[:2] == ["tunnel", "tunnel_end"]
    assert game.owner == {"CD": 0}


def test_T4_a_short_market_waits_for_the_end_of_the_tunnel():
    game = position(hand=[B, B, B, B], market=[R, None, None, G, R], discards=[B], after_reshuffle=[B, B, B])
    game.apply(("claim", "CD", B, 0))
    assert (game.question, game.market) == ("tunnel", [R, None, None, G, R])
    game.apply(("pay", 0))
    assert kinds(game) == ["tunnel", "reshuffle", "reveal", "tunnel_end", "reshuffle", "refill", "refill"]


# ---------------------------------------------------------------------- tickets


def test_K1_an_offer_keeps_the_minimum_and_the_rest_goes_under_the_pile():
    game = position(ticket_pile=["AC", "AE", "BD", "BF"], tickets=[[], []])
    game.apply(("tickets",))
    assert (game.question, game.asked, game.offer) == ("keep", 0, ["AC", "AE", "BD"])
    assert game.ticket_pile == ["BF"]
    assert len(game.legal()) == 7
    game.apply(("keep", ("AE",)))
    assert (game.ticket_pile, game.tickets[0]) == (["BF", "AC", "BD"], ["AE"])
    assert game.events == [{"event": "tickets", "turn": 1, "player": 0, "offered": ["AC", "AE", "BD"], "kept": ["AE"]}]


def test_K1_refused_tickets_may_leave_the_game():
    game = position(small_board(offer_refused="removed"), ticket_pile=["AC", "AE", "BD", "BF"])
    game.apply(("tickets",))
    game.apply(("keep", ("AE",)))
    assert game.ticket_pile == ["BF"]


def test_K1_what_is_left_is_offered():
    game = position(small_board(offer_keep=2), ticket_pile=["AC"])
    game.apply(("tickets",))
    assert game.legal() == {("keep", ("AC",))}


def test_K1_no_offer_from_an_empty_pile():
    assert ("tickets",) not in position(ticket_pile=[]).legal()


def test_K2_there_is_no_limit_of_tickets():
    every = [t["id"] for t in small_board()["tickets"]]
    game = position(ticket_pile=every[8:], tickets=[every[:8], []])
    game.apply(("tickets",))
    game.apply(("keep", tuple(every[8:11])))
    assert game.snapshot()["tickets"][0] == sorted(every[:11])


# ---------------------------------------------------------------------- stations


def test_B1_the_second_station_costs_two_of_one_colour():
    game = position(hand=[R, B, W], stations_left=[1, 2], stations={"A": 0, "B": 1})
    assert {place for place, *_ in decisions(game, "station")} == {"C", "D", "E", "F"}
    assert station_payments(game, "C") == {(R, 1), (B, 1)}
    game.apply(("station", "C", B, 1))
    assert game.stations == {"A": 0, "B": 1, "C": 0}
    assert (game.stations_left, game.snapshot()["discards"]) == ([0, 2], {B: 1, W: 1})
    assert game.events == [{"event": "station", "turn": 1, "player": 0, "city": "C", "cards": {B: 1, W: 1}}]


def test_B1_the_first_costs_one_and_the_third_three():
    board = small_board(stations=3)
    first = position(board, hand=[R, R, R, W, W])
    assert station_payments(first, "A") == {(R, 0), (W, 1)}
    third = position(board, hand=[R, R, R, W, W], stations_left=[1, 3], stations={"B": 0, "C": 0})
    assert station_payments(third, "A") == {(R, 0), (R, 1), (R, 2)}


def test_B1_no_station_left():
    assert not decisions(position(hand=[R] * 9, stations_left=[0, 2]), "station")
    assert not decisions(position(small_board(stations=0), hand=[R] * 9), "station")


# ---------------------------------------------------------------------- no action


EMPTY = {"market": [None] * 5, "pile": [], "ticket_pile": []}


def test_N1_who_has_no_action_passes_unasked():
    game = position(hand=[R], **EMPTY | {"market": [None, None, None, None, G]}, after_reshuffle=[R, R])
    game.apply(("draw", 4))  # the other seat has nothing now; seat 0 still has its cards
    assert kinds(game) == ["draw", "pass"]
    assert (game.turn, game.asked, game.passes) == (3, 0, 1)
    game.apply(("claim", "BC", R, 0))
    assert game.passes == 0


def test_N1_a_round_of_passes_is_a_stalemate():
    market = [None, None, None, None, G]
    game = position(small_board(routes=[], stations=0), n_players=3, **EMPTY | {"market": market})
    game.apply(("draw", 4))
    assert kinds(game) == ["draw", "pass", "pass", "pass", "score", "score", "score", "end"]
    assert (game.reason, game.turn, game.question, game.asked) == ("stalemate", 4, "over", None)
    assert game.legal() == set()
    assert game.events[-1] == {
        "event": "end", "turn": 4, "reason": "stalemate", "winners": game.winners, "turns": 4
    }  # fmt: skip


def test_N1_the_end_of_the_last_round_comes_before_a_stalemate():
    board = small_board(routes=[], stations=0)
    game = position(board, **EMPTY | {"market": [None, None, None, None, G]}, stations_left=[0, 0], last_turns=3)
    game.apply(("draw", 4))
    assert kinds(game)[:3] == ["draw", "pass", "pass"]
    assert game.reason == "trains"


def test_N2_the_limit_of_turns():
    game = position(small_board(turn_limit=2), pile=[R] * 9)
    for _ in range(4):
        assert game.reason is None
        game.apply(("draw", "pile"))
    assert (game.reason, game.turn, game.question) == ("limit", 2, "over")


def test_N2_a_game_that_ends_in_that_turn_ends_for_its_own_reason():
    game = position(small_board(turn_limit=1), pile=[R] * 9, last_turns=1)
    game.apply(("draw", "pile"))
    game.apply(("draw", "pile"))
    assert game.reason == "trains"
