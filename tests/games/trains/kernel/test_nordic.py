"""NC1–NC7, G1 and E8 on the board Nordic Countries."""

from collections import Counter
from itertools import cycle

import pytest

from tests.games.trains.kernel.harness import Kernel, built_in
from tests.games.trains.oracle.game import Game
from tests.games.trains.oracle.payments import bag
from tests.games.trains.oracle.small_board import small_board

R, B, G, Y, K, N, P, W = "red", "blue", "green", "yellow", "black", "white", "pink", "wild"
FERRY = "Bergen-Stavanger"  # 2 pink, 1 symbol
LONG_FERRY = "Mo I Rana-Trondheim-red"  # 6, 2 symbols
SHORT_FERRY = "Umea-Vaasa"  # 1, 1 symbol
NINE = "Lieksa-Murmansk"  # 9, gray
TUNNEL, ORANGE_FERRY = "Kristiansand-Stavanger-green", "Kristiansand-Stavanger-orange"


def with_hand(hand, n_players=2, **given):
    game = Kernel("nordic", n_players).position(hand=hand, market=[R, B, G, R, B], **given)
    return game, oracle_of(game)


def oracle_of(game):
    """The oracle before the same question, with the same cards and pieces."""
    deck = cycle([R, B, G, Y, K, N, P, "orange"])
    twin = Game(game.oracle_board, game.n_players, deck.__next__, [], [ticket.id for ticket in game.board.tickets])
    while twin.question == "keep":
        twin.apply(("keep", tuple(twin.offer)))
    twin.hands = [Counter(own["hand"]) for own in game.state["seats"]]
    twin.owner = game.owner()
    twin.ask("action", 0)
    return twin


def pays(route, *cards):
    """Whether exactly these cards may be paid for a route, held with others, by the kernel and the oracle."""
    game, oracle = with_hand([*cards, R, B, P, W, W])
    colours = {card for card in cards if card != W}
    if len(cards) == oracle.routes[route]["length"] and len(colours) < 2:
        decision = ("claim", route, *(colours or {W}), cards.count(W))
    else:
        decision = ("claim", route, bag(Counter(cards)))
    is_legal = decision in oracle.legal() or oracle.is_set_payment(decision)
    assert game.accepts(decision) == is_legal
    return is_legal


# ---- wilds and the market ------------------------------------------------------------------------


def test_NC1a_a_plain_route_takes_no_wilds():
    game, oracle = with_hand(["orange", W, W, W])
    for legal in (game.legal(), oracle.legal()):
        assert not any(decision[:2] == ("claim", "Goteborg-Oslo") for decision in legal)


def test_NC1b_a_tunnel_takes_wilds():
    assert pays("Lillehammer-Oslo", P, W)


def test_NC2a_three_wilds_stay_and_two_of_them_can_be_taken():
    game = Kernel("nordic", 2).position(market=[W, W, W, R, G], pile=[W, W, B])
    assert game.market() == [W, W, W, R, G]
    game.advance(("draw", 0))
    assert game.question == "second_card"
    draws = {decision[1] for decision in game.legal()}
    assert draws == {"pile", 0, 1, 2, 3, 4}
    game.advance(("draw", 1))
    assert (game.hand(), game.asked, game.public["flushes"]) == ({W: 2}, 1, 0)


def test_NC2b_a_face_up_wild_after_a_card_from_the_pile():
    game = Kernel("nordic", 2).position(market=[W, R, R, R, G], pile=[B] * 3)
    game.advance(("draw", "pile"))
    game.advance(("draw", 0))
    assert game.hand() == {B: 1, W: 1}


# ---- sets ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [(P, W), (W, W), (P, R, B, B), (P, P, P, P)])
def test_NC3a_a_ferry_with_one_symbol(cards):
    assert pays(FERRY, *cards)


@pytest.mark.parametrize("cards", [(P, P), (P, R, B)])
def test_NC3b_too_few_cards_for_a_set(cards):
    assert not pays(FERRY, *cards)


@pytest.mark.parametrize("cards", [(*[R] * 4, W, *[N] * 3), (*[R] * 4, *[N] * 6), (*[R] * 3, W, W, W)])
def test_NC3c_a_ferry_with_two_symbols(cards):
    assert pays(LONG_FERRY, *cards)
    game, _ = with_hand(cards)
    paid = (R, cards.count(W)) if len(cards) == 6 else (bag(Counter(cards)),)
    game.advance(("claim", LONG_FERRY, *paid))
    player = game.state["public"]["seats"][0]
    assert (player["trains"], player["route_points"], game.hand()) == (34, 15, {})
    assert game.discards() == Counter(cards)


@pytest.mark.parametrize(
    ("cards", "legal"), [((W,), True), ((R, R, R), True), ((R, B, W), True), ((W, W, W), True), ((R, B), False)]
)
def test_NC3d_a_ferry_of_one_space(cards, legal):
    assert pays(SHORT_FERRY, *cards) == legal


@pytest.mark.parametrize("cards", [[B] * 9, [B] * 8 + [R, N, Y, K], [G] * 7 + [N] * 5 + [B] * 3])
def test_NC4a_the_route_of_nine_spaces(cards):
    assert pays(NINE, *cards)


@pytest.mark.parametrize(("cards", "legal"), [([B] * 8 + [W], False), ([B] * 8 + [W, R, R, N], True)])
def test_NC4b_a_wild_counts_only_within_a_set(cards, legal):
    assert pays(NINE, *cards) == legal


def test_NC4_nine_spaces_score_27():
    game, _ = with_hand([B] * 8 + [W, R, R, N])
    game.advance(("claim", NINE, bag(Counter([B] * 8 + [W, R, R, N]))))
    player = game.state["public"]["seats"][0]
    assert (player["trains"], player["route_points"]) == (31, 27)


@pytest.mark.parametrize("route", ["Lillehammer-Oslo", "Alborg-Arhus"])
def test_NC5_no_sets_on_tunnels_and_plain_routes(route):
    assert built_in("nordic").routes[0].id == "Alborg-Arhus"
    assert not pays(route, P, R, R, R)
    assert not pays(route, P, P, R, R, R)


def test_NC5_no_sets_for_the_extra_cards_of_a_tunnel():
    game = Kernel("nordic", 2).position(hand=[P, P, R, R, R, R], market=[R, B, G, R, B], pile=[P, G, G])
    game.advance(("claim", "Lillehammer-Oslo", P, 0))
    assert game.asked == 1  # T3: unable
    assert game.hand() == {P: 2, R: 4}


def test_NC5_which_cards_a_listed_payment_puts_into_its_sets():
    """Ours: the colours that the rest of the hand has fewest of, and wilds last."""
    game, oracle = with_hand([P, R, R, R, B, G, G, W])
    listed = {decision[2] for decision in game.legal() if decision[:2] == ("claim", FERRY) and len(decision) == 3}
    assert listed == {
        bag({P: 1, B: 1, G: 2}),  # a pink card and a set
        bag({W: 1, P: 1, B: 1, G: 1}),  # a wild and a set
        bag({P: 1, B: 1, G: 2, R: 2}),  # two sets
    }
    assert {decision for decision in oracle.legal() if decision[:2] == ("claim", FERRY)} <= game.legal()


def test_NC3_a_route_is_claimable_exactly_if_a_payment_exists():
    """Hands of 4 to 12 cards of three kinds, and every route that takes sets: the bots' question and the list agree."""
    board = small_board(wild_use="tunnels_and_ferries", cards_per_colour={R: 12, B: 12, G: 12}, wilds=9)
    board["routes"][3] |= {"tunnel": False, "any_set": 4}
    board["routes"][4] |= {"any_set": 3}
    for reds in range(5):
        for blues in range(5):
            for wilds in range(4):
                game = Kernel(board, 2).position(hand=[*[R] * reds, *[B] * blues, *[W] * wilds])
                listed = {decision[1] for decision in game.legal() if decision[0] == "claim"}
                cards = reds + blues + wilds
                assert ("CD" in listed) == (blues >= 3 or cards >= 12 - 3 * blues)
                one_each = min(2, wilds + min(max(reds, blues), 1))
                assert ("DE" in listed) == (cards >= 6 - 2 * one_each)


def test_NC3_sets_for_symbols_only():
    """A house rule: on a ferry with one symbol, one set at most. Lieksa–Murmansk has no symbols, and keeps its sets."""
    board = built_in("nordic").with_parameters(ferry_sets="symbols")
    game = Kernel(board, 2).position(hand=[P, *[R] * 7, *[B] * 8], market=[R, B, G, R, B])
    assert game.accepts(("claim", FERRY, bag({P: 1, R: 3})))
    assert not game.accepts(("claim", FERRY, bag({R: 6})))
    assert game.accepts(("claim", NINE, bag({B: 8, R: 4})))
    listed = {decision[1] for decision in game.legal() if decision[0] == "claim"}
    assert {FERRY, SHORT_FERRY, NINE} <= listed
    assert "Alborg-Kristiansand" in listed
    assert "Goteborg-Kobenhavn" not in listed  # 2 black, 1 symbol: a set cannot be the black card


# ---- doubles, tickets, the end -------------------------------------------------------------------


@pytest.mark.parametrize(("n_players", "unlike", "open_to"), [(2, True, []), (3, True, [1, 2]), (2, False, [0, 1])])
def test_NC6_the_other_half_of_an_unlike_double(n_players, unlike, open_to):
    board = built_in("nordic").with_parameters(unlike_doubles=unlike)
    game = Kernel(board, n_players).position(hand=[R], market=[R, B, G, R, B], owner={TUNNEL: 0})
    number = game.route_number[ORANGE_FERRY]
    words = game.public["open_to"][:n_players, number >> 6]
    assert [seat for seat in range(n_players) if int(words[seat]) >> (number & 63) & 1] == open_to


def test_NC6_three_pairs_of_unlike_routes_are_doubles():
    halves = {}
    for route in built_in("nordic").routes:
        halves.setdefault(route.double, []).append((route.length, route.tunnel, route.wilds))
    unlike = {double for double, kinds in halves.items() if double and kinds[0] != kinds[1]}
    assert unlike == {"Kristiansand-Stavanger", "Mo I Rana-Trondheim", "Helsinki-Stockholm"}


@pytest.mark.parametrize("n_kept", [2, 5])
def test_NC7a_refused_tickets_leave_the_game(n_kept):
    game = Kernel("nordic", 3)
    while game.question == "keep":
        game.advance(("keep", tuple(game.offer()[:n_kept])))
    assert len(game.ticket_pile()) == 31
    for _ in range(10):
        game.advance(("tickets",))
        game.advance(("keep", tuple(game.offer()[:1])))
    assert len(game.ticket_pile()) == 1
    game.advance(("tickets",))
    assert game.legal() == {("keep", tuple(game.offer()))}
    game.advance(("keep", tuple(game.offer())))
    assert ("tickets",) not in game.legal()


def test_G1_ten_points_for_most_completed_tickets():
    owner = {"Orebro-Oslo-green": 0, "Orebro-Stockholm-black": 0, "Helsinki-Tampere": 1}
    tickets = {0: ["Oslo-Stockholm", "Bergen-Narvik"], 1: ["Tallinn-Tampere"]}
    scores = Kernel("nordic", 2).position(owner=owner, tickets=tickets).score()
    assert [score["globetrotter_points"] for score in scores] == [10, 0]
    assert scores[0]["total"] == 4 + 4 - 16 + 10


def test_G1c_nobody_completes_a_ticket():
    scores = Kernel("nordic", 2).position(tickets={0: ["Oslo-Stockholm"], 1: ["Tallinn-Tampere"]}).score()
    assert [score["globetrotter_points"] for score in scores] == [0, 0]


@pytest.mark.parametrize(
    ("owner", "winners"),
    [
        ({"Helsinki-Lahti": 0, "Helsinki-Turku": 0, "Bergen-Stavanger": 1}, [0, 1]),  # both of length 2
        ({"Helsinki-Lahti": 0, "Oulu-Tornio": 0, "Bergen-Stavanger": 1}, [1]),  # the longest path decides
    ],
)
def test_E8_ties(owner, winners):
    game = Kernel("nordic", 2).position(owner=owner)
    scores = game.score()
    assert [score["total"] for score in scores] == [2, 2]
    assert [score["longest_points"] for score in scores] == [0, 0]
    assert game.winners() == winners
