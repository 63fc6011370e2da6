"""Each rule of §2 and §3 in a position built for it. Every step also passes the state checker."""

import pytest

from tests.games.trains.kernel.harness import CARDS, COMBINATIONS, PILE, Kernel, counts
from tests.games.trains.oracle.small_board import route, small_board, ticket
from ttrsim.games.trains.kernel.limits import MAX_TICKETS

R, B, G, W = "red", "blue", "green", "wild"
QUIET = [R, B, G, R, B]


def kernel(n_players=2, **overrides):
    return Kernel(small_board(**overrides), n_players)


def names(events):
    return [event[0] for event in events]


def of_kind(kernel, kind):
    """The legal decisions of a kind, without the word."""
    return {decision[1:] for decision in kernel.legal() if decision[0] == kind}


def claims(kernel, route_id):
    """How a route can be paid, sets of any cards apart: (colour, wilds)."""
    ways = (decision for decision in of_kind(kernel, "claim") if len(decision) == 3)
    return {(colour, wilds) for route, colour, wilds in ways if route == route_id}


def turn_over(kernel, seat=1):
    return (kernel.question, kernel.asked) == ("action", seat)


# ---- set-up --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_S1_hands_are_dealt_and_five_cards_turned_up(name, n_players):
    game = Kernel(name, n_players, seed=3)
    rules = game.board.parameters
    assert [sum(game.hand(seat).values()) for seat in range(n_players)] == [rules.hand] * n_players
    assert all(game.market())
    assert len(game.market()) == 5
    dealt = names(game.events())
    assert dealt[: rules.hand * n_players + 5] == ["dealt"] * rules.hand * n_players + ["refill"] * 5
    assert game.check() == 0


def test_S1_a_first_market_of_three_wilds_is_flushed():
    game, n_flushed = Kernel("new-york", 2), 0
    for deal in range(400):
        game.start(1, deal)
        assert game.market().count(W) < 3
        if game.public["flushes"]:
            n_flushed += 1
            events = game.events()
            start = names(events).index("flush")
            assert names(events)[start : start + 11] == ["flush"] + ["flushed"] * 5 + ["refill"] * 5
            assert [event[3] for event in events[start + 1 : start + 6]].count(CARDS.index(W)) >= 3
    assert n_flushed > 0


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
def test_S2_europe_deals_one_long_and_three_short_tickets_and_the_other_long_ones_leave(n_players):
    game = Kernel("europe", n_players)
    is_long = {ticket.id: ticket.long for ticket in game.board.tickets}
    pile, offers = game.ticket_pile(), []
    assert not any(is_long[ticket] for ticket in pile)
    while game.question == "keep":
        offers.append(game.offer())
        game.advance(("keep", tuple(game.offer())))
    assert [[is_long[ticket] for ticket in offer] for offer in offers] == [[True, False, False, False]] * n_players
    assert len({ticket for offer in offers for ticket in offer} | set(pile)) == 40 + n_players


@pytest.mark.parametrize(("name", "offer", "minimum"), [("europe", 4, 2), ("new-york", 2, 1), ("usa", 3, 2)])
def test_S3_at_least_the_minimum_is_kept(name, offer, minimum):
    game = Kernel(name, 2)
    sizes = [len(kept) for (kept,) in of_kind(game, "keep")]
    assert len(game.offer()) == offer
    assert (min(sizes), max(sizes)) == (minimum, offer)


def test_S3_in_europe_the_refused_tickets_leave_the_game_long_or_short():
    game = Kernel("europe", 2)
    pile = game.ticket_pile()
    game.advance(("keep", tuple(game.offer()[1:3])))  # refuses the long one
    game.advance(("keep", tuple(game.offer()[:2])))
    assert game.ticket_pile() == pile
    assert len(game.tickets(0)) == len(game.tickets(1)) == 2


@pytest.mark.parametrize("name", ["new-york", "usa"])
def test_S3_elsewhere_the_refused_tickets_go_under_the_pile_in_seat_order(name):
    game = Kernel(name, 3)
    pile, refused = game.ticket_pile(), []
    for kept in (slice(1, None), slice(0, -1), slice(1, None)):
        offer = game.offer()
        refused += [ticket for ticket in offer if ticket not in offer[kept]]
        assert game.ticket_pile() == pile, "choices take effect when all are made"
        game.advance(("keep", tuple(offer[kept])))
    assert game.ticket_pile() == pile + refused


def test_S4_seat_0_moves_first_and_play_goes_round():
    game = Kernel("usa", 3).keep_all()
    order = []
    for _ in range(7):
        order.append((int(game.public["turn"]), game.asked))
        while game.asked == order[-1][1]:
            game.advance(("draw", "pile"))
    assert order == [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 2), (7, 0)]


# ---- cards and the market ------------------------------------------------------------------------


def test_M1_a_market_card_is_replaced_before_the_second_draw():
    game = kernel().position(market=QUIET, pile=[G] * 4)
    events = game.advance(("draw", 0))
    assert game.question == "second_card"
    assert events == [("draw", 0, 0, 0, 0), ("refill", -1, 0, 2, 0)]
    assert game.market() == [G, B, G, R, B]
    game.advance(("draw", 0))
    assert (game.hand(), turn_over(game)) == ({R: 1, G: 1}, True)


def test_M1_two_cards_from_the_pile():
    game = kernel().position(market=QUIET, pile=[G] * 4)
    assert game.advance(("draw", "pile")) == [("draw", 0, PILE, 2, 0)]
    game.advance(("draw", "pile"))
    assert (game.hand(), game.market(), game.pile()) == ({G: 2}, QUIET, {G: 2})
    assert turn_over(game)


def test_M2_a_face_up_wild_ends_the_action():
    game = kernel().position(market=[W, B, G, R, B], pile=[G] * 4)
    game.advance(("draw", 0))
    assert (game.hand(), turn_over(game)) == ({W: 1}, True)


def test_M2_a_wild_from_the_pile_is_an_ordinary_card():
    game = kernel().position(market=QUIET, pile=[W] * 4)
    game.advance(("draw", "pile"))
    assert game.question == "second_card"
    game.advance(("draw", "pile"))
    assert game.hand() == {W: 2}


def test_M2_a_wild_that_replaces_the_first_card_cannot_be_the_second():
    game = kernel().position(market=QUIET, pile=[W] * 4)
    game.advance(("draw", 2))
    assert game.market() == [R, B, W, R, B]
    assert of_kind(game, "draw") == {(0,), (1,), (3,), (4,), ("pile",)}


def test_M3_three_wilds_flush_the_market_before_the_second_draw():
    game = kernel().position(market=[W, W, G, R, B], pile=[W], discards=[R] * 9)
    events = game.advance(("draw", 2))
    assert names(events) == ["draw", "refill", "flush"] + ["flushed"] * 5 + ["reshuffle"] + ["refill"] * 5
    assert (game.question, game.public["flushes"]) == ("second_card", 1)
    assert sum(game.market().count(card) for card in (R, B, W)) == 5
    assert game.market().count(W) < 3


def test_M3_flushes_again_while_three_wilds_lie_face_up():
    """Five wilds are all that is left of the pile: the second market must go too."""
    game = kernel().position(market=[W, W, G, R, B], pile=[W] * 6, discards=[R] * 12)
    game.advance(("draw", 2))
    assert game.public["flushes"] >= 2
    assert game.market().count(W) < 3


def test_M3_two_wilds_stay():
    game = kernel().position(market=[W, R, G, R, B], pile=[W, W])
    game.advance(("draw", 2))
    assert (game.market(), game.public["flushes"]) == ([W, R, W, R, B], 0)


@pytest.mark.parametrize(("discards", "flushes"), [([], False), ([G], True)])
def test_M3_guard_leaves_a_market_that_cannot_settle(discards, flushes):
    """With only two coloured cards outside the hands every market would have three wilds."""
    game = kernel().position(market=[W, W, R, R, B], pile=[W] * 3, discards=discards)
    game.advance(("draw", 2))
    assert (game.public["flushes"] > 0) == flushes
    assert (game.market().count(W) < 3) == flushes
    if not flushes:
        assert game.market() == [W, W, W, R, B]


def test_M3_guard_ends_when_coloured_cards_are_paid():
    """A market that could not settle is flushed as soon as the discards would let it."""
    game = kernel().position(hand=[R, R], market=[W, W, W, W, B], pile=[W])
    game.advance(("claim", "AB", R, 0))
    assert game.public["flushes"] > 0
    assert game.market().count(W) < 3


def test_M4_the_discards_become_the_pile_when_a_card_is_needed():
    game = kernel().position(market=QUIET, pile=[], discards=[G] * 3)
    events = game.advance(("draw", "pile"))
    assert events == [("reshuffle", -1, 3, 0, 0), ("draw", 0, PILE, 2, 0)]
    assert (game.pile(), game.discards(), game.public["reshuffles"]) == ({G: 2}, {}, 1)


def test_M4_the_pile_is_not_reshuffled_before_a_card_is_needed():
    game = kernel().position(market=QUIET, pile=[G, G], discards=[R])
    game.advance(("draw", "pile"))
    game.advance(("draw", "pile"))
    assert (game.pile(), game.discards(), game.public["reshuffles"]) == ({}, {R: 1}, 0)


def test_M4_a_market_stays_short_and_is_filled_when_cards_come_back():
    game = kernel().position(hand=[R, R], market=QUIET, pile=[])
    game.advance(("draw", 0))
    game.advance(("draw", 1))
    assert game.market() == [None, None, G, R, B]
    assert of_kind(game, "draw") == {(2,), (3,), (4,)}
    game.advance(("draw", 3))
    game.advance(("draw", 4))
    events = game.advance(("claim", "AB", R, 0))
    assert names(events) == ["claim", "reshuffle", "refill", "refill"]
    assert game.market() == [R, R, G, None, None]


def test_M4_there_is_no_hand_limit():
    game = kernel().position(hand=[R] * 60, pile=[G] * 50)
    for _ in range(50):
        game.advance(("draw", "pile"))
    assert sum(game.hand(0).values()) + sum(game.hand(1).values()) == 110


def test_M5_with_only_a_face_up_wild_left_the_action_ends_after_the_first_card():
    game = kernel().position(market=[W, R, None, None, None])
    game.advance(("draw", 1))
    assert (game.hand(), turn_over(game)) == ({R: 1}, True)


def test_M5_with_no_card_left_the_action_ends_after_the_first_card():
    game = kernel().position(market=[None, R, None, None, None])
    game.advance(("draw", 1))
    assert (game.hand(), turn_over(game), game.market()) == ({R: 1}, True, [None] * 5)


def test_M5_a_face_up_wild_alone_is_a_first_card():
    game = kernel().position(market=[None, None, None, W, None])
    assert of_kind(game, "draw") == {(3,)}


def test_M5_without_any_card_the_action_does_not_exist():
    game = kernel().position(hand=[R, R], market=[None] * 5)
    assert of_kind(game, "draw") == set()
    assert claims(game, "AB") == {(R, 0)}


# ---- claiming a route ----------------------------------------------------------------------------


def test_C1_a_coloured_route_takes_its_colour_and_wilds():
    game = kernel().position(hand=[R, R, B, B, W])
    assert claims(game, "AB") == {(R, 0), (R, 1)}
    game.advance(("claim", "AB", R, 1))
    assert (game.hand(), game.discards(), game.owner()) == ({R: 1, B: 2}, {R: 1, W: 1}, {"AB": 0})
    assert (game.public["trains"][0], game.public["route_points"][0]) == (7, 2)
    assert turn_over(game)


def test_C1_a_gray_route_takes_any_one_colour():
    game = kernel().position(hand=[R, B, W, W])
    assert claims(game, "EF") == {(R, 0), (B, 0), (W, 1)}
    assert claims(game, "BE") == {(R, 1), (B, 1), (W, 2)}


def test_C1_the_whole_route_must_be_paid():
    game = kernel().position(hand=[R, B, G])
    assert claims(game, "AB") == claims(game, "AD") == claims(game, "BE") == set()


def test_C1_enough_trains_are_needed():
    game = kernel().position(hand=[G] * 4 + [R] * 3, owner={"AB": 0, "CD": 0, "EF": 0})  # 6 of 9 trains
    assert claims(game, "FA") == set()
    assert claims(game, "AD") == {(R, 0)}


def test_C1_a_claimed_route_is_not_free():
    game = kernel().position(hand=[R] * 5, owner={"AB": 1})
    assert claims(game, "AB") == set()


@pytest.mark.parametrize(("n_players", "open_to_others"), [(2, False), (3, True)])
def test_C2_the_second_half_of_a_double_closes_with_few_players(n_players, open_to_others):
    game = kernel(n_players).position(hand=[B] * 3, hands={1: [B] * 3})
    game.advance(("claim", "BC", B, 0))
    assert bool(claims(game, "BC2")) == open_to_others


def test_C2_nobody_owns_both_halves():
    game = kernel(3).position(hand=[B] * 3, pile=[G] * 9)
    game.advance(("claim", "BC2", B, 0))
    while game.asked != 0:
        game.advance(("draw", "pile"))
    assert claims(game, "BC") == set()
    assert claims(game, "EF") == {(B, 0)}


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_C2_second_halves_close_as_the_table_has_it(name, n_players):
    closed_up_to = {"europe": 3, "india": 3, "london": 2, "new-york": 2, "nordic": 2, "switzerland": 2, "usa": 3}[name]
    game = Kernel(name, n_players)
    one, two = [route for route in game.board.routes if route.double and not route.tunnel][:2]
    assert one.double == two.double
    mine, theirs = (R if half.colour == "gray" else half.colour for half in (one, two))
    game.position(hand=[mine] * one.length, hands={1: [theirs] * one.length})
    game.advance(("claim", one.id, mine, 0))
    assert bool(claims(game, two.id)) == (n_players > closed_up_to)


def test_C2_routes_that_share_one_city_are_not_doubles():
    game = kernel().position(hand=[R] * 5, hands={1: [R] * 5})
    game.advance(("claim", "AB", R, 0))
    assert claims(game, "AD") == {(R, 0)}


def test_C3_a_ferry_needs_its_wilds():
    assert claims(kernel().position(hand=[R, R, R]), "DE") == set()
    assert claims(kernel().position(hand=[R, B, W]), "DE") == {(R, 1), (B, 1)}
    assert claims(kernel().position(hand=[R, R, W, W]), "DE") == {(R, 1), (W, 2)}


def test_C3_a_ferry_of_two_wilds():
    game = kernel(routes=[route("AB", 4, wilds=2), route("BC", 1), route("CA", 1)], tickets=plain_tickets())
    assert claims(game.position(hand=[G, G, W]), "AB") == set()
    assert claims(game.position(hand=[G, G, G, W, W]), "AB") == {(G, 2)}
    assert claims(game.position(hand=[G, G, W, W, W]), "AB") == {(G, 2), (G, 3)}


# ---- tunnels -------------------------------------------------------------------------------------


def tunnel(pile, hand=(B, B, B), claim=("claim", "CD", B, 0), **state):
    """Seat 0 tries a tunnel of three blue while exactly these cards can be turned."""
    game = kernel().position(hand=hand, pile=pile, **state)
    return game, game.advance(claim)


def test_T1_turned_cards_of_the_colour_and_wilds_cost_extra():
    game, events = tunnel(pile=[B, W, R], hand=[B] * 5 + [W])
    assert names(events) == ["tunnel", "reveal", "reveal", "reveal", "extra"]
    assert (game.question, game.public["tunnel_extra"]) == ("tunnel", 2)
    assert game.legal() == {("pay", 0), ("pay", 1), ("decline",)}
    assert game.hand() == {B: 2, W: 1}


def test_T1_the_extra_cards_are_paid_and_all_cards_discarded():
    game, _ = tunnel(pile=[B, W, R], hand=[B] * 5 + [W])
    game.advance(("pay", 1))
    assert (game.hand(), game.discards()) == ({B: 1}, {R: 1, B: 5, W: 2})
    assert (game.owner(), game.public["route_points"][0], game.public["trains"][0]) == ({"CD": 0}, 4, 6)
    assert turn_over(game)


def test_T1_other_colours_cost_nothing():
    game, events = tunnel(pile=[R, G, R])
    assert names(events)[-2:] == ["extra", "tunnel_end"]
    assert (game.owner(), game.hand(), turn_over(game)) == ({"CD": 0}, {}, True)
    assert game.discards() == {R: 2, B: 3, G: 1}


def test_T1_the_laid_out_cards_are_not_yet_discards():
    """Only one card can be turned: the three laid out must not be shuffled in."""
    game, events = tunnel(pile=[], discards=[G])
    assert names(events) == ["tunnel", "reshuffle", "reveal", "extra", "tunnel_end"]
    assert events[1][2] == 1
    assert game.discards() == {B: 3, G: 1}


def test_T1_the_turned_cards_are_not_shuffled_in_while_turning():
    game, events = tunnel(pile=[R], discards=[G])
    assert names(events) == ["tunnel", "reveal", "reshuffle", "reveal", "extra", "tunnel_end"]
    assert game.discards() == {R: 1, B: 3, G: 1}


def test_T2_laid_out_as_wilds_only_wilds_count_and_pay():
    game, _ = tunnel(pile=[B, W, B], hand=[W] * 3 + [B] * 5 + [W], claim=("claim", "CD", W, 3))
    assert game.public["tunnel_extra"] == 1
    assert game.legal() == {("pay", 1), ("decline",)}
    game.advance(("pay", 1))
    assert (game.owner(), game.hand(), game.discards()) == ({"CD": 0}, {B: 5}, {B: 2, W: 5})


def test_T2_with_wilds_only_no_colour_costs_extra():
    game, _ = tunnel(pile=[B, B, B], hand=[W] * 3, claim=("claim", "CD", W, 3))
    assert (game.owner(), turn_over(game)) == ({"CD": 0}, True)


def test_T2_colour_cards_do_not_pay_for_wilds():
    game, events = tunnel(pile=[W, R, R], hand=[W] * 3 + [B] * 5, claim=("claim", "CD", W, 3))
    assert names(events)[-1] == "tunnel_end"
    assert (game.owner(), game.hand(), turn_over(game)) == ({}, {B: 5, W: 3}, True)


def test_T3_declined_the_laid_out_cards_return_and_the_turn_ends():
    game, _ = tunnel(pile=[B, R, R], hand=[B] * 3 + [W] * 2, claim=("claim", "CD", B, 1))
    assert game.legal() == {("pay", 0), ("pay", 1), ("decline",)}
    game.advance(("decline",))
    assert (game.owner(), game.hand(), game.discards()) == ({}, {B: 3, W: 2}, {R: 2, B: 1})
    assert (game.public["trains"][0], turn_over(game)) == (9, True)


def test_T3_unable_the_laid_out_cards_return_and_the_turn_ends():
    game, events = tunnel(pile=[B, W, R], hand=[B] * 3 + [R] * 3 + [W])
    assert names(events)[-1] == "tunnel_end"
    assert events[-1][3] == 0, "not claimed"
    assert (game.owner(), game.hand(), turn_over(game)) == ({}, {R: 3, B: 3, W: 1}, True)
    assert game.discards() == {R: 1, B: 1, W: 1}


def test_T3_cards_shown_and_taken_back_are_known_to_all():
    game, _ = tunnel(pile=[B, R, R], hand=[B] * 4)
    game.advance(("decline",))
    assert game.public["known"][0].tolist() == counts([B] * 3).tolist()


@pytest.mark.parametrize(("left", "extra"), [([], 0), ([B], 1), ([R], 0), ([B, W], 2)])
def test_T4_only_the_cards_that_are_left_are_turned(left, extra):
    game, events = tunnel(pile=left, hand=[B] * 5)
    assert names(events).count("reveal") == len(left)
    assert events[1 + len(left)][:3] == ("extra", 0, extra)
    if extra:
        game.advance(("pay", 0))
    assert game.owner() == {"CD": 0}
    assert game.hand() == counts_of([B] * (2 - extra))


def counts_of(cards):
    return {card: cards.count(card) for card in set(cards)}


def test_T4_a_tunnel_fills_a_short_market_only_after_it_is_over():
    game, events = tunnel(pile=[], hand=[B] * 4, market=[R, None, None, None, None])
    assert names(events) == ["tunnel", "extra", "tunnel_end", "reshuffle", "refill", "refill", "refill"]
    assert game.market() == [R, B, B, B, None]


# ---- tickets -------------------------------------------------------------------------------------


def plain_tickets(n=14):
    """Tickets of a board of three cities."""
    long = [ticket("AB", 3, long=True) | {"id": f"L{i}"} for i in range(4)]
    return [ticket("BC", 2) | {"id": f"S{i}"} for i in range(n)] + long


def test_K1_three_are_offered_and_at_least_one_kept():
    game = kernel().position(tickets={0: ["AC"]}, ticket_pile=["AE", "BD", "BF", "CE", "CF"])
    game.advance(("tickets",))
    assert (game.question, game.offer(), game.ticket_pile()) == ("keep", ["AE", "BD", "BF"], ["CE", "CF"])
    assert sorted(len(kept) for (kept,) in of_kind(game, "keep")) == [1, 1, 1, 2, 2, 2, 3]
    game.advance(("keep", ("BD",)))
    assert (game.tickets(), game.ticket_pile()) == (["AC", "BD"], ["CE", "CF", "AE", "BF"])
    assert turn_over(game)


@pytest.mark.parametrize("left", [["AE"], ["AE", "BD"]])
def test_K1_what_is_left_is_offered(left):
    game = kernel().position(ticket_pile=left)
    game.advance(("tickets",))
    assert game.offer() == left
    game.advance(("keep", (left[-1],)))
    assert (game.tickets(), game.ticket_pile()) == ([left[-1]], left[:-1])


def test_K1_fewer_than_the_minimum_are_all_kept():
    game = kernel(offer_keep=2).position(ticket_pile=["AE"])
    game.advance(("tickets",))
    assert game.legal() == {("keep", ("AE",))}


def test_K1_with_an_empty_pile_the_action_does_not_exist():
    assert of_kind(kernel().position(ticket_pile=["AE"]), "tickets") == {()}
    assert of_kind(kernel().position(ticket_pile=[]), "tickets") == set()


def test_K1_refused_tickets_can_leave_the_game_by_house_rule():
    game = kernel(offer_refused="removed").position(ticket_pile=["AE", "BD", "BF", "CE"])
    game.advance(("tickets",))
    game.advance(("keep", ("AE",)))
    assert game.ticket_pile() == ["CE"]


def test_K1_the_ticket_pile_goes_round_its_ring():
    """More tickets pass through the pile than it has places; their order stays that of a pile."""
    pile = ["AE", "BD", "BF", "CE"]
    game = kernel(stations=0).position(ticket_pile=pile, hand=[], pile=[G] * 4)
    game.public["ticket_top"] = MAX_TICKETS - 2
    game.hidden["ticket_pile"][[-2, -1, 0, 1]] = [game.ticket_number[ticket] for ticket in pile]
    game.advance(("tickets",))
    assert game.offer() == ["AE", "BD", "BF"]
    game.advance(("keep", ("BD",)))
    assert game.ticket_pile() == ["CE", "AE", "BF"]


def test_K2_kept_tickets_stay_without_limit():
    every = [ticket.id for ticket in kernel().board.tickets if not ticket.long]
    game = kernel().position(ticket_pile=every, pile=[G] * 30)
    while of_kind(game, "tickets"):
        game.advance(("tickets",))
        game.advance(("keep", tuple(game.offer())))
        game.advance(("draw", "pile"))
        game.advance(("draw", "pile"))
    assert game.tickets(0) == sorted(every)
    assert game.public["n_tickets"].tolist()[:2] == [len(every), 0]


# ---- stations ------------------------------------------------------------------------------------


def test_B1_costs_one_two_and_three_cards():
    game = kernel(stations=3).position(hand=[R] * 9, hands={1: []}, pile=[G] * 9, market=QUIET)
    paid = []
    for city in "BDF":
        before = sum(game.hand().values())
        game.advance(("station", city, R, 0))
        paid.append(before - sum(game.hand().values()))
        game.advance(("draw", "pile"))
        game.advance(("draw", "pile"))
    assert paid == [1, 2, 3]
    assert (game.stations(), game.discards()) == ({"B": 0, "D": 0, "F": 0}, {R: 6})
    assert game.public["stations_left"][0] == 0
    assert of_kind(game, "station") == set()


def test_B1_one_colour_wilds_standing_for_any():
    game = kernel().position(hand=[R, B, W, W], stations={"F": 0})
    ways = {(colour, wilds) for city, colour, wilds in of_kind(game, "station") if city == "A"}
    assert ways == {(R, 1), (B, 1), (W, 2)}


def test_B1_in_any_city_without_a_station():
    game = kernel().position(hand=[R], stations={"A": 1, "C": 1}, owner={"AB": 1})
    assert {city for city, _, _ in of_kind(game, "station")} == set("BDEF")


def test_B1_boards_without_stations_have_no_such_action():
    assert of_kind(Kernel("usa", 2).keep_all(), "station") == set()


# ---- no action -----------------------------------------------------------------------------------


def test_N1_a_player_with_no_legal_action_passes():
    game = kernel(stations=0).position(hand=[R, R], market=[R] + [None] * 4, ticket_pile=[], hands={1: []})
    events = game.advance(("draw", 0))  # the last card
    assert ("pass", 1, 0, 0, 0) in events
    assert (game.question, game.asked, game.public["turn"]) == ("action", 0, 3)
    assert game.public["passes"] == 1


def test_N1_an_action_ends_a_row_of_passes():
    game = kernel(n_players=3, stations=0)
    game.position(hand=[R, R, R], market=[R] + [None] * 4, ticket_pile=[], hands={1: [], 2: []})
    game.advance(("draw", 0))
    assert game.public["passes"] == 2
    game.advance(("claim", "AB", R, 0))
    assert (game.asked, game.public["passes"]) == (1, 0)


def test_N1_a_full_round_of_passes_is_a_stalemate_and_is_scored():
    short_routes = {"BC": 1, "EF": 1}  # nothing is left that one card could pay
    game = kernel(stations=0, attraction_points=0, longest_points=0)
    game.position(market=[R] + [None] * 4, owner=short_routes, ticket_pile=[], tickets={0: ["AC"]})
    events = game.advance(("draw", 0))
    assert names(events) == ["draw", "pass", "pass"]
    assert (game.question, game.snapshot()["reason"]) == ("over", "stalemate")
    assert [line["total"] for line in game.score()] == [-3, 2]
    assert game.result["reason"] == game.public["reason"]


def test_N2_a_limit_of_turns_ends_a_game_with_its_own_reason():
    game = kernel(turn_limit=2).position(pile=[G] * 9)
    for _ in range(4):
        assert game.question != "over"
        game.advance(("draw", "pile"))
    assert (game.question, game.snapshot()["reason"], game.public["turn"]) == ("over", "limit", 2)
