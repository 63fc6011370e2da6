"""Each rule of the oracle in a position built for it, and whole games of it that must lose nothing."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.oracle import scoring
from tests.oracle.game import Foul, Game
from tests.oracle.selfplay import ShuffledGame, play, random_decision
from tests.oracle.small_board import city, route, small_board, ticket

R, B, G, W = "red", "blue", "green", "wild"
QUIET_MARKET = [R, B, G, R, B]


def new_game(board: dict[str, Any], cards: Iterable[str], n_players: int = 2) -> Game:
    """A game in its set-up, with the cards in the order given and the tickets in the board's order."""
    long = [t["id"] for t in board["tickets"] if t["long"]]
    short = [t["id"] for t in board["tickets"] if not t["long"]]
    return Game(board, n_players, iter(list(cards)).__next__, long, short)


def position(
    board: dict[str, Any] | None = None,
    n_players: int = 2,
    hand: Iterable[str] = (),
    market: Iterable[str | None] = QUIET_MARKET,
    pile: Iterable[str] = (),
    **state: Any,
) -> Game:
    """Seat 0 is to make the first turn; `pile` is in the order in which its cards will come."""
    game = ShuffledGame(board or small_board(), n_players, Random(0))
    while game.question == "keep":
        game.apply(("keep", tuple(game.offer)))
    cards = list(pile)
    game.pile, game.discards = Counter(cards), Counter(state.pop("discards", ()))
    game.next_card = iter([*cards, *state.pop("after_reshuffle", ())]).__next__
    game.hands = [Counter(hand), *(Counter() for _ in range(n_players - 1))]
    game.market = list(market)
    for name, value in state.items():
        assert hasattr(game, name), name
        setattr(game, name, value)
    game.events.clear()
    game.ask("action", 0)
    return game


def kinds(game: Game) -> list[str]:
    return [event["event"] for event in game.events]


def decisions(game: Game, kind: str) -> set[tuple[Any, ...]]:
    return {decision[1:] for decision in game.legal() if decision[0] == kind}


def claims(game: Game, route_id: str) -> set[tuple[str, int]]:
    return {decision[1:] for decision in decisions(game, "claim") if decision[0] == route_id}


def station_payments(game: Game, place: str) -> set[tuple[str, int]]:
    return {decision[1:] for decision in decisions(game, "station") if decision[0] == place}


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


# ---------------------------------------------------------------------- the end


def test_E1_everybody_has_one_more_turn():
    game = position(hand=[R, R, R], trains=[5, 9], pile=[G] * 20)
    game.apply(("claim", "AD", R, 0))
    assert game.events[-1] == {"event": "last_round", "turn": 1, "player": 0}
    turns = []
    while game.question != "over":
        turns.append((game.seat, game.last_turns))
        game.apply(("draw", "pile"))
        game.apply(("draw", "pile"))
    assert turns == [(1, 2), (0, 1)]
    assert (game.reason, game.turn) == ("trains", 3)
    assert kinds(game).count("last_round") == 1


def test_E1_the_last_round_is_announced_once():
    game = position(hand=[R, R, R, R], trains=[5, 2], pile=[G] * 20)
    game.apply(("claim", "AD", R, 0))
    game.apply(("draw", "pile"))
    game.apply(("draw", "pile"))  # seat 1 has two trains as well
    game.apply(("claim", "BC", R, 0))
    assert game.reason == "trains"
    assert kinds(game).count("last_round") == 1


def test_E2_E3_E5_the_score_line():
    board = small_board(tickets=[ticket("AC", 3), ticket("AE", 4), ticket("BF", 5)])
    scores = scoring.score(board, 2, {"AB": 0, "BC2": 0, "FA": 1}, {"D": 1}, [["AE", "AC"], ["BF"]])
    assert scores[0] == {
        "routes": 3,
        "completed": ["AC"],
        "failed": ["AE"],
        "tickets": -1,
        "stations_left": 2,
        "station_points": 8,
        "borrowed": {},
        "longest": 3,
        "longest_points": 0,
        "attraction_points": 1,
        "total": 11,
    }
    assert [scores[1][field] for field in ("routes", "tickets", "station_points", "total")] == [7, -5, 4, 17]


def test_E4_a_station_borrows_one_route_for_all_tickets():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "BD")])
    owner = {"AB": 0, "BC": 1, "BD": 2}
    tickets = [ticket("AC", 3), ticket("AD", 7)]
    assert scoring.best_borrowing(board, owner, {"B": 0}, 0, tickets) == ({"B": "BD"}, ["AD"])


def test_E4_a_station_in_a_city_borrows_only_there_and_only_from_others():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "CD")])
    tickets = [ticket("AD", 7)]
    owner = {"AB": 0, "BC": 1}  # CD is nobody's
    assert scoring.best_borrowing(board, owner, {"C": 0, "D": 0}, 0, tickets) == ({}, [])
    assert scoring.best_borrowing(board, owner | {"CD": 1}, {"A": 0, "D": 0}, 0, tickets) == ({}, [])
    assert scoring.best_borrowing(board, owner | {"CD": 1}, {"C": 1, "D": 0}, 0, tickets) == ({}, [])


def test_E4_three_stations_together():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "CD", "DE", "CF", "EF")])
    owner = {"AB": 0, "BC": 1, "CD": 2, "DE": 1, "CF": 1, "EF": 0}
    tickets = [ticket("AE", 9), ticket("AD", 4), ticket("AC", 2)]
    assert scoring.best_borrowing(board, owner, {"B": 0}, 0, tickets) == ({"B": "BC"}, ["AC"])
    borrowed, completed = scoring.best_borrowing(board, owner, {"B": 0, "D": 0}, 0, tickets)
    assert (borrowed, completed) == ({"B": "BC", "D": "CD"}, ["AD", "AC"])
    borrowed, completed = scoring.best_borrowing(board, owner, {"B": 0, "D": 0, "F": 0}, 0, tickets)
    assert completed == ["AE", "AD", "AC"]
    assert borrowed in ({"B": "BC", "D": "CD", "F": "CF"}, {"B": "BC", "D": "DE", "F": "CF"})


def test_E4_a_greedy_choice_station_by_station_is_not_enough():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "CD")])
    owner = {"AB": 1, "BC": 0, "CD": 1}
    tickets = [ticket("AD", 9)]
    borrowed, completed = scoring.best_borrowing(board, owner, {"B": 0, "C": 0}, 0, tickets)
    assert (borrowed, completed) == ({"B": "AB", "C": "CD"}, ["AD"])


def test_E4_equal_points_the_choice_with_more_completed_tickets():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "BD", "DE")])
    owner = {"AB": 0, "BC": 1, "BD": 1, "DE": 0}
    tickets = [ticket("AC", 10), ticket("AD", 5), ticket("AE", 5)]
    assert scoring.best_borrowing(board, owner, {"B": 0}, 0, tickets) == ({"B": "BD"}, ["AD", "AE"])


def test_E6_a_trail_may_cross_itself_but_uses_a_route_once():
    loop = [route("AB", 2), route("BC", 1), route("CA", 3)]
    assert scoring.longest_trail(loop) == 6
    assert scoring.longest_trail([*loop, route("AD", 4), route("AE", 5)]) == 15  # D A B C A E
    star = [route("AB", 2), route("AC", 3), route("AD", 4)]
    assert scoring.longest_trail(star) == 7
    assert scoring.longest_trail([route("AB", 2), route("CD", 3)]) == 3
    assert scoring.longest_trail([]) == 0


def test_E6_against_trying_every_order():
    rng = Random(6)
    for _ in range(40):
        ends = [rng.sample("ABCD", 2) for _ in range(5)]
        routes = [route("".join(pair), rng.randint(1, 4)) for pair in ends]
        best = max(prefix_trail(order) for order in permutations(routes))
        assert scoring.longest_trail(routes) == best


def prefix_trail(order: Iterable[dict[str, Any]]) -> int:
    """The longest trail that begins with the first route of the order and takes the others one by one."""
    first, *rest = order
    best = 0
    for at in (first["a"], first["b"]):
        length = first["length"]
        for step in rest:
            if at not in (step["a"], step["b"]):
                break
            at = step["b"] if at == step["a"] else step["a"]
            length += step["length"]
        best = max(best, length)
    return best


def test_E6_all_who_tie_get_the_points_and_nobody_without_a_route():
    board = small_board(tickets=[])
    scores = scoring.score(board, 3, {"AB": 0, "DE": 1, "EF": 2}, {}, [[], [], []])
    assert [line["longest_points"] for line in scores] == [10, 10, 0]
    scores = scoring.score(board, 2, {}, {}, [[], []])
    assert [line["longest_points"] for line in scores] == [0, 0]


def test_E6_a_borrowed_route_is_no_part_of_the_path():
    board = small_board(tickets=[ticket("AC", 3)])
    scores = scoring.score(board, 2, {"AB": 0, "BC": 1}, {"C": 0}, [["AC"], []])
    assert (scores[0]["borrowed"], scores[0]["longest"]) == ({"C": "BC"}, 2)


def test_E6_a_board_without_the_rule_shows_no_length():
    board = small_board(longest_points=0, tie_breaks=["completed_tickets"])
    assert scoring.score(board, 2, {"AB": 0}, {}, [[], []])[0]["longest"] == 0


def test_E7_each_attraction_once():
    cities = [city(name, attraction=name in "ABF") for name in "ABCDEF"]
    board = small_board(cities=cities, attraction_points=2)
    scores = scoring.score(board, 2, {"AB": 0, "BC": 0, "CD": 1}, {"F": 1}, [[], []])
    assert [line["attraction_points"] for line in scores] == [4, 0]  # a station touches nothing


def line_of(total: int, completed: int = 0, stations_left: int = 0, longest: int = 0) -> dict[str, Any]:
    done = [str(number) for number in range(completed)]
    return {"total": total, "completed": done, "stations_left": stations_left, "longest": longest}


@pytest.mark.parametrize(
    ("lines", "tie_breaks", "expected"),
    [
        ([line_of(9), line_of(10)], ["completed_tickets"], [1]),
        ([line_of(9, 5), line_of(10)], ["completed_tickets"], [1]),
        ([line_of(9), line_of(9)], ["completed_tickets"], [0, 1]),
        ([line_of(9, 1), line_of(9, 2)], ["completed_tickets"], [1]),
        ([line_of(9, 1), line_of(9, 2)], [], [0, 1]),
        ([line_of(9, 2, 1), line_of(9, 2, 2)], ["completed_tickets", "fewest_stations"], [1]),
        ([line_of(9, 2, 1, 5), line_of(9, 2, 2)], ["completed_tickets", "longest_path"], [0]),
        ([line_of(9, 2, 1, 5), line_of(9, 2, 1, 4), line_of(8, 9, 9, 6)], ["longest_path"], [0, 1]),
        ([line_of(9, 2, 1, 5), line_of(9, 2, 1, 5), line_of(9, 2, 1, 4)], ["longest_path"], [0, 1]),
    ],
)
def test_E8_ties(lines: list[dict[str, Any]], tie_breaks: list[str], expected: list[int]):
    assert scoring.winners(lines, tie_breaks) == expected


# ---------------------------------------------------------------------- whole games

BOARDS = {
    "small": small_board(),
    "no stations, tickets come back": small_board(stations=0, setup_offer_long=0, setup_refused="bottom"),
    "scarce cards": small_board(cards_per_colour={"red": 4, "blue": 4, "green": 4}, wilds=4, trains=12),
    "hardly any cards": small_board(cards_per_colour={"red": 2, "blue": 2}, wilds=3, hand=1),
    "cut short": small_board(turn_limit=25),
}


def check_conservation(game: Game) -> None:
    rules = game.board["parameters"]
    state = game.snapshot()
    face_up = Counter(card for card in game.market if card is not None)
    held = sum(game.hands, Counter()) + game.laid_out + Counter(game.turned)
    everywhere = game.pile + game.discards + face_up + held
    assert everywhere == Counter({**rules["cards_per_colour"], W: rules["wilds"]})
    for seat in range(game.n_players):
        own = scoring.routes_of(game.board, game.owner, seat)
        assert game.trains[seat] == rules["trains"] - sum(r["length"] for r in own) >= 0
        built = [place for place, holder in game.stations.items() if holder == seat]
        assert game.stations_left[seat] == rules["stations"] - len(built) >= 0
    tickets = [*game.ticket_pile, *(t for kept in game.tickets for t in kept)]
    assert len(tickets) == len(set(tickets))
    can_refill = game.pile.total() + game.discards.total() > 0
    assert game.question == "tunnel" or None not in state["market"] or not can_refill
    assert game.question == "over" or (game.legal() and game.asked is not None)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_whole_games_lose_nothing(name: str, n_players: int):
    for seed in range(12):
        rng = Random(seed)
        game = ShuffledGame(BOARDS[name], n_players, rng)
        while game.question != "over":
            check_conservation(game)
            game.apply(random_decision(game, rng))
        check_conservation(game)
        assert game.events[-1]["turns"] == game.turn
        assert [line["routes"] for line in game.scores] == game.route_points


def test_whole_games_meet_every_event_and_reason():
    games = [play(board, n, seed) for board in BOARDS.values() for n in (2, 4) for seed in range(15)]
    met = {event["event"] for game in games for event in game.events}
    assert met == {
        "hand", "refill", "flush", "reshuffle", "tickets", "draw", "claim", "tunnel", "reveal", "tunnel_end",
        "station", "pass", "last_round", "score", "end",
    }  # fmt: skip
    assert {game.reason for game in games} == {"trains", "stalemate", "limit"}


def test_the_same_seed_gives_the_same_game():
    assert play(BOARDS["small"], 3, 7).events == play(BOARDS["small"], 3, 7).events


def test_an_illegal_decision_is_a_foul():
    with pytest.raises(Foul):
        position().apply(("claim", "AB", R, 0))
