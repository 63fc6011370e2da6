"""The numbers of §5: computed exactly, and then found again in what the kernel deals (chi-square, α = 0.0001)."""

from collections import Counter
from itertools import combinations
from math import comb, sqrt
from random import Random
from statistics import fmean

import numpy as np
import pytest
from scipy import stats

from tests.games.trains.kernel.harness import PILE, Kernel, built_in

ALPHA = 1e-4
DECK_110 = {"red": 12, "blue": 12, "green": 12, "yellow": 12, "black": 12, "white": 12, "orange": 12, "pink": 12}
DECK_110 |= {"wild": 14}
FRESH_DECK = [card for card, n in DECK_110.items() for _ in range(n)]


def hypergeometric(total, matching, drawn):
    """P(0), P(1), … matching cards among those drawn."""
    ways = [comb(matching, n) * comb(total - matching, drawn - n) for n in range(drawn + 1)]
    return [n / comb(total, drawn) for n in ways]


def assert_fits(observed, expected):
    """Chi-square of a Counter of values against {value: probability}; rare values are taken together."""
    n = sum(observed.values())
    assert set(observed) <= {value for value, p in expected.items() if p > 0}
    counts, rare = [], [0, 0.0]
    for value, p in expected.items():
        if p * n >= 10:
            counts.append((observed[value], p * n))
        else:
            rare = [rare[0] + observed[value], rare[1] + p * n]
    if rare[1] >= 5:
        counts.append(tuple(rare))
    else:  # too rare for a class of its own
        counts[-1] = (counts[-1][0] + rare[0], counts[-1][1] + rare[1])
    assert len(counts) > 1
    found, hoped = zip(*counts, strict=True)
    assert stats.chisquare(found, hoped).pvalue > ALPHA, (observed, expected)


def deals(name, n_players, n, seed=11):
    kernel = Kernel(name, n_players)
    for deal in range(n):
        kernel.start(seed, deal)
        yield kernel


# ---- tunnels -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("matching", "table"), [(26, [0.44150, 0.41996, 0.12649, 0.01205]), (14, [0.66203, 0.29580, 0.04048, 0.00169])]
)
def test_tunnel_row_is_hypergeometric(matching, table):
    assert [round(p, 5) for p in hypergeometric(110, matching, 3)] == table


@pytest.mark.parametrize(("colour", "matching"), [("pink", 26), ("wild", 14)])
def test_T1_T2_cards_turned_for_a_tunnel_from_a_fresh_deck(colour, matching):
    """The laid-out cards are made up, so that the pile can be the whole deck."""
    kernel = Kernel("europe", 2)
    tunnel = next(route for route in kernel.board.routes if route.tunnel and route.colour in ("pink", "gray"))
    kernel.position(hand=[colour] * tunnel.length, pile=FRESH_DECK)
    decision = kernel.encoded(("claim", tunnel.id, colour, tunnel.length if colour == "wild" else 0))
    assert decision in kernel.legal_numbers()
    state, before, rng, extras = kernel.states[0], kernel.states[0].copy(), Random(3), Counter()
    for _ in range(20_000):
        kernel.states[0] = before
        state["hidden"]["card_stream"]["state"] = rng.getrandbits(64)
        kernel.apply(decision)
        extras[int(kernel.rows[4, 3])] += 1  # tunnel, three reveals, extra
    assert_fits(extras, dict(enumerate(hypergeometric(110, matching, 3))))


def test_T1_given_what_the_player_sees_the_turned_cards_are_any_of_the_others():
    """Real deals of Europe, first turn: his hand and the market are gone from the 110 cards, nothing else is known."""
    extras: dict[int, Counter] = {}
    tunnels = {route.id for route in built_in("europe").routes if route.tunnel}
    for kernel in deals("europe", 3, 12_000):
        if kernel.public["flushes"]:
            continue
        kernel.public["question"], kernel.public["turn"] = 2, 1  # straight to the first turn: tickets do not matter
        claims = sorted(decision for decision in kernel.legal() if decision[0] == "claim" and decision[1] in tunnels)
        if not claims:
            continue
        _, _, colour, _ = claims[0]
        matches = {colour, "wild"}
        seen = sum(n for card, n in kernel.hand().items() if card in matches)
        seen += sum(card in matches for card in kernel.market())
        kernel.apply(kernel.encoded(claims[0]))
        unseen = (14 if colour == "wild" else 26) - seen
        extras.setdefault(unseen, Counter())[int(kernel.rows[4, 3])] += 1
    often = {unseen: counts for unseen, counts in extras.items() if counts.total() >= 400}
    assert len(often) >= 4
    for unseen, counts in often.items():
        assert_fits(counts, dict(enumerate(hypergeometric(110 - 4 - 5, unseen, 3))))


# ---- hands and markets ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "total", "wilds", "hand", "many_wilds", "no_wild"),
    [
        ("europe", 110, 14, 4, 0.0143632, 0.575412),
        ("usa", 110, 14, 4, 0.0143632, 0.575412),
        ("new-york", 44, 8, 2, 0.0348579, 0.665962),
    ],
)
def test_S1_wilds_of_the_first_market_and_of_a_hand(name, total, wilds, hand, many_wilds, no_wild):
    market, in_hand = hypergeometric(total, wilds, 5), hypergeometric(total, wilds, hand)
    assert (round(sum(market[3:]), 7), round(in_hand[0], 6)) == (many_wilds, no_wild)
    markets, hands, flushed = Counter(), Counter(), 0
    for kernel in deals(name, 2, 20_000):
        cards = kernel.rows[2 * hand : 2 * hand + 5, 4]
        markets[int((cards == 8).sum())] += 1
        hands[int(kernel.seats[1]["hand"][8])] += 1
        flushed += kernel.public["flushes"] > 0
    assert flushed == sum(markets[n] for n in (3, 4, 5))
    assert_fits(markets, dict(enumerate(market)))
    assert_fits(hands, dict(enumerate(in_hand)))


def test_S1_every_place_of_the_deck_has_every_card():
    """Hands by seat and market slots by number: the same mix in each."""
    places = [Counter() for _ in range(25)]
    for kernel in deals("usa", 5, 6_000):
        rows = kernel.rows[:25]
        for place, row in enumerate(rows.tolist()):
            places[place][row[3] if row[0] == 1 else row[4]] += 1
    for place in places:
        assert_fits(place, {card: n / 110 for card, n in enumerate(DECK_110.values())})


def mean_turns(k, total=110, matching=26):
    """Of two blind draws each, until k matching cards are held."""
    return sum(sum(hypergeometric(total, matching, 2 * turn)[:k]) for turn in range(total // 2 + 1))


def test_M1_mean_turns_of_two_blind_draws_until_k_cards_of_one_colour_or_wild():
    table = [2.339, 4.357, 6.417, 8.472, 10.528, 12.583, 14.639, 16.694]
    assert [round(mean_turns(k), 3) for k in range(1, 9)] == table
    kernel = Kernel("usa", 2).position(market=["red"] * 5, pile=FRESH_DECK, hand=[])
    before, rng, turns = kernel.states[0].copy(), Random(8), []
    blind = kernel.encoded(("draw", "pile"))
    for _ in range(3_000):
        kernel.states[0] = before
        kernel.hidden["card_stream"]["state"] = rng.getrandbits(64)
        kernel.stepper.clear_log()
        for _ in range(110):
            kernel.stepper.apply(kernel.states, blind)
        drawn = kernel.rows[:110]
        assert (drawn[:, 3] == PILE).all()
        matching = np.flatnonzero((drawn[:, 4] == 3) | (drawn[:, 4] == 8)) + 1
        turns.append((matching[:8] + 1) // 2)
    for k, column in enumerate(np.array(turns).T, start=1):
        error = column.std() / sqrt(len(column))
        assert abs(column.mean() - mean_turns(k)) < 3.9 * error  # as rare as α


# ---- tickets -------------------------------------------------------------------------------------


def test_S2_usa_set_up_offers():
    points = [ticket.points for ticket in built_in("usa").tickets]
    offers = list(combinations(points, 3))
    exact = (fmean(map(sum, offers)), round(fmean(map(max, offers)), 3), round(fmean(map(min, offers)), 3))
    assert exact == (pytest.approx(34.9), 15.923, 7.830)
    sums, largest, smallest, first = Counter(), Counter(), Counter(), Counter()
    for kernel in deals("usa", 2, 20_000):
        offer = kernel.seats[1]["offer"][:3].tolist()
        dealt = [points[ticket] for ticket in offer]
        sums[sum(dealt)] += 1
        largest[max(dealt)] += 1
        smallest[min(dealt)] += 1
        first[offer[0]] += 1
    for observed, of_offer in ((sums, sum), (largest, max), (smallest, min)):
        expected = Counter(of_offer(offer) for offer in offers)
        assert_fits(observed, {value: n / len(offers) for value, n in expected.items()})
    assert_fits(first, dict.fromkeys(range(30), 1 / 30))


def test_S2_set_up_offers_of_nordic():
    offers = list(combinations([ticket.points for ticket in built_in("nordic").tickets], 5))
    exact = [round(fmean(map(of_offer, offers)), 4) for of_offer in (sum, max, min)]
    assert exact == [50.0, 16.0960, 5.3749]
    assert len(Kernel("nordic", 2).legal()) == 26


def test_S2_europe_every_long_ticket_is_as_likely():
    tickets = built_in("europe").tickets
    long = [number for number, ticket in enumerate(tickets) if ticket.long]
    short = [number for number, ticket in enumerate(tickets) if not ticket.long]
    first, second = Counter(), Counter()
    for kernel in deals("europe", 5, 10_000):
        first[int(kernel.seats[4]["offer"][0])] += 1
        second[int(kernel.seats[4]["offer"][3])] += 1
    assert_fits(first, dict.fromkeys(long, 1 / 6))
    assert_fits(second, dict.fromkeys(short, 1 / 40))


# ---- most points ---------------------------------------------------------------------------------


def most_route_points(name, trains):
    """C2: of each pair of cities one route; the best sum within the trains, by dynamic programming."""
    board = built_in(name)
    best = [0] * (trains + 1)
    lengths: dict[frozenset[str], set[int]] = {}
    for route in board.routes:
        lengths.setdefault(frozenset((route.a, route.b)), set()).add(route.length)
    for halves in lengths.values():
        for left in range(trains, 0, -1):
            sums = [best[left - n] + board.parameters.route_points[n] for n in halves if n <= left]
            best[left] = max(best[left], *sums, 0)
    return best[trains]


def test_E2_most_points_of_routes_alone():
    assert most_route_points("usa", 45) == 109
    assert most_route_points("europe", 45) == 94
    assert most_route_points("nordic", 40) == 87


# 45 trains that attain the proven maximum of USA (found by simulated annealing; the proof is published).
BEST_OF_USA = """
Atlanta-Miami, Atlanta-Nashville, Boston-Montreal-1, Boston-New York-red, Chicago-Pittsburgh-black,
Chicago-Saint Louis-green, Denver-Kansas City-black, Denver-Santa Fe, Kansas City-Saint Louis-blue,
Los Angeles-Phoenix, Los Angeles-San Francisco-pink, Nashville-Saint Louis, New York-Pittsburgh-green,
Phoenix-Santa Fe, Pittsburgh-Toronto, Portland-San Francisco-green, Portland-Seattle-1, Seattle-Vancouver-1
"""


def test_E3_most_points_of_one_player_in_usa():
    owner = {route.strip(): 0 for route in BEST_OF_USA.split(",")}
    kernel = Kernel("usa", 2).position(owner=owner, tickets={0: [ticket.id for ticket in built_in("usa").tickets]})
    assert kernel.public["trains"][0] == 0
    completed = kernel.score()[0]["completed"]
    kernel = Kernel("usa", 2).position(owner=owner, tickets={0: completed})
    line = kernel.score()[0]
    assert (len(owner), len(completed)) == (18, 16)
    assert (line["routes"], line["tickets"], line["longest_points"], line["total"]) == (62, 223, 10, 295)
