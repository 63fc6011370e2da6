"""What a seat imagines: the right distribution, nothing lost, and everything it knows kept."""

from collections import Counter
from itertools import combinations, permutations

import numba
import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare

from tests.games.trains.kernel.harness import board_from_dict, built_in
from tests.games.trains.oracle.small_board import city, route, small_board, ticket
from tests.studies.botcheck.dealt_anew import count_violations
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.beliefs import BELIEF, survey_all
from ttrsim.games.trains.kernel.decisions import DO_CLAIM, DO_STATION
from ttrsim.games.trains.kernel.imagine import find_starts, imagine
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.machine.positions import compile_steps
from ttrsim.machine.rng import STREAM
from ttrsim.machine.sets import numbers_in
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.stepper import Stepper
from ttrsim.studies.botcheck.positions import Examiner

N_GAMES = 10_000
SURPRISE = 1e-4  # a distribution that is right fails a test once in 10,000 times; the seeds are fixed


def imagined(boards, states, seed=1):
    """A state for each, imagined from what its asked seat sees."""
    streams = np.zeros(1, STREAM)
    streams[0]["state"] = seed
    dealt = np.zeros_like(states)
    compile_steps(TRAINS.kernel).deal_anew(boards, states, dealt, streams, np.zeros(1, BELIEF))
    return dealt


@numba.njit
def deal_by_points(boards, states, dealt, streams, beliefs, weight):
    """The same where nothing but its points tells whether a ticket is held, by `weight` for each point."""
    board, belief = boards[0], beliefs[0]
    for place in range(len(states)):
        public = states[place].public
        own = states[place].seats[public.asked]
        survey_all(board, public, own, belief)
        belief.weight[:] = 0.0
        belief.weight[:, 0] = weight * belief.mean_points
        find_starts(board, public, own, belief, streams[0])
        imagine(board, public, own, belief, streams[0], dealt[place])


def dealt_by_points(board, states, weight):
    streams, dealt = np.zeros(1, STREAM), np.zeros_like(states)
    deal_by_points(board_record(board), states, dealt, streams, np.zeros(1, BELIEF), weight)
    return dealt


# ---- the distribution, on a board where no route can be paid for ---------------------------------


def tiny_board(**overrides):
    """Nine cards and ten tickets: choices of tickets and draws are all that happens."""
    names = [("AB", 1), ("AC", 2), ("AD", 3), ("BC", 4), ("BD", 5), ("CD", 6), ("BA", 7)]
    return board_from_dict(
        small_board(
            cities=[city(name) for name in "ABCD"],
            routes=[route(name, 4, "green") for name in ("AB", "BC", "CD")],
            tickets=[ticket(name, points) for name, points in names]
            + [ticket(name, 9, long=True) for name in ("CA", "DA", "DB")],
            **{
                "max_players": 2,
                "cards_per_colour": {"red": 3, "blue": 3, "green": 1},
                "wilds": 2,
                "hand": 2,
                "market": 2,
                "stations": 0,
                "flush_wilds": 2,
                "offer": 2,
                "setup_keep": 1,
                **overrides,
            },
        )
    )


def random_states(board, n_games, max_questions, rng):
    """The states of many games, each some questions on; whoever is asked decides without looking at what it has."""
    stepper = Stepper(board)
    found = np.zeros(n_games, TRAINS.kernel.state)
    for game in range(n_games):
        states = stepper.new_states()
        stepper.set_up(states, 2, 5, game)
        for _ in range(rng.integers(max_questions)):
            decisions = [number for number in stepper.legal(states) if number & 15 not in (DO_CLAIM, DO_STATION)]
            stepper.apply(states, int(rng.choice(decisions)))
        found[game] = states[0]
    return found


def hidden_from(state):
    """In some words: what the asked seat sees, and what it does not. Together they tell wrong distributions apart."""
    public, seat = state["public"], int(state["public"]["asked"])
    own, other, hidden = state["seats"][seat], state["seats"][1 - seat], state["hidden"]
    pile = [
        int(hidden["ticket_pile"][(public["ticket_top"] + i) % MAX_TICKETS]) for i in range(public["ticket_pile_size"])
    ]
    offered = [int(number) for number in other["offer"][: other["n_offer"]]]
    is_long = (int(other["tickets"][0]) >> 7).bit_count() + sum(number >= 7 for number in offered)
    yield "hand of the other", (int(own["hand"][0]), *map(int, other["hand"][[0, 8]]))
    yield "pile", (*map(int, public["known"][1 - seat][[0, 1]]), *map(int, hidden["pile"][:2]))
    yield "long tickets of the other", (int(public["n_tickets"][1 - seat]), is_long)
    yield "its first ticket", (int(own["tickets"][0]) & 3, *numbers_in(*other["tickets"])[:1])
    yield "top of the pile", (int(own["left"][0]) & 3, len(pile), pile[0] if pile else None)
    yield "bottom of the pile", (len(pile), bool(own["in_pile"].any()), pile[-1] if pile else None)
    yield "what was offered", tuple(offered[:1])
    if public["turn"] == 0 and seat == 1:
        yield "what was chosen in the set-up", int(hidden["setup_kept"][0])


@pytest.mark.parametrize("refused", ["removed", "bottom"])
def test_imagined_and_real_states_are_distributed_alike(refused):
    """Brute force: real games, and beside each what its asked seat imagines. If imagining is right, both are alike."""
    board = tiny_board(setup_refused=refused, setup_offer_long=int(refused == "removed"))
    states = random_states(board, N_GAMES, 9, np.random.default_rng(3))
    dealt = dealt_by_points(board, states, 0.0)
    tables = {}
    for column, some in enumerate((states, dealt)):
        for state in some:
            for name, value in hidden_from(state):
                tables.setdefault(name, {}).setdefault(value, [0, 0])[column] += 1
    for name, counts in tables.items():
        rows = [row for row in counts.values() if sum(row) >= 10]
        rare = np.sum([row for row in counts.values() if sum(row) < 10] or [[0, 0]], axis=0)
        table = np.array([*rows, rare] if rare.sum() else rows)
        assert len(table) > 1
        assert chi2_contingency(table).pvalue > SURPRISE, name


@pytest.mark.parametrize("n_long", [0, 1])
def test_every_set_of_tickets_is_as_likely_as_its_value_says(n_long):
    """Brute force: all pairs of tickets that the other player may hold after the set-up, of which one may be long."""
    refused = "removed" if n_long else "bottom"
    board = tiny_board(setup_refused=refused, setup_offer_long=n_long, setup_offer=2, setup_keep=1)
    states = [
        state
        for state in random_states(board, 300, 3, np.random.default_rng(3))
        if state["public"]["turn"] > 0 and state["public"]["setup_tickets"][1 - state["public"]["asked"]] == 2
    ]
    seat, weight = int(states[0]["public"]["asked"]), 0.3
    own = states[0]["seats"][seat]
    seen = {*numbers_in(*(own["tickets"] | own["left"])), *(int(place) - 1 for place in own["in_pile"] if place)}
    unseen = [ticket for ticket in range(10 if n_long else 7) if ticket not in seen]
    kinds = Counter(sum(ticket >= 7 for ticket in pair) for pair in combinations(unseen, 2))
    offered = Counter(sum(pair) for pair in combinations([1] * n_long + [0] * 2, 2))  # long ones among those kept
    chances, points = {}, [ticket.points for ticket in board.tickets]
    for pair in combinations(unseen, 2):
        kind = sum(ticket >= 7 for ticket in pair)
        chances[pair] = offered[kind] / kinds[kind] * np.exp(weight * sum(points[ticket] for ticket in pair))
    possible = [pair for pair, chance in chances.items() if chance > 0]
    total = sum(chances.values())
    dealt = dealt_by_points(board, np.repeat(states[:1], 4_000), weight)
    counts = Counter(tuple(numbers_in(*state["seats"][1 - seat]["tickets"])) for state in dealt)
    assert set(counts) <= set(possible)
    expected = [chances[pair] / total * 4_000 for pair in possible]
    assert chisquare([counts[pair] for pair in possible], expected).pvalue > SURPRISE


def test_cards_against_every_way_to_deal_them():
    """Seat 0 sees its own two cards and the market: the other hand is any two of the five unseen cards."""
    board = tiny_board()
    stepper = Stepper(board)
    states = stepper.new_states()
    stepper.set_up(states, 2, 5, 1)
    state = states[0]
    unseen = [
        card for card in range(9) for _ in range(int(state["hidden"]["pile"][card] + state["seats"][1]["hand"][card]))
    ]
    assert len(unseen) == 5
    ways = Counter(tuple(sorted(deal[:2])) for deal in permutations(unseen))
    dealt = imagined(board_record(board), np.repeat(states, 12_000))
    hands = Counter(tuple(np.repeat(np.arange(9), hand).tolist()) for hand in dealt["seats"][:, 1]["hand"])
    assert set(hands) == set(ways)
    expected = [12_000 * ways[hand] / sum(ways.values()) for hand in ways]
    assert chisquare([hands[hand] for hand in ways], expected).pvalue > SURPRISE


# ---- real positions ------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[("usa", 4), ("europe", 3), ("new-york", 4), ("europe", 5)], ids=str)
def real(request):
    """Positions of games with much drawing of tickets, and what is imagined from them."""
    name, n_players = request.param
    boards = board_record(built_in(name))
    bots = [load_bot("hungry", TRAINS), load_bot("planner", TRAINS)]
    seatings = [tuple(seat % 2 for seat in range(n_players)), (0,) * n_players]
    states = Examiner(built_in(name), boards, bots).positions(seatings, 9, 7, 1_200)
    return boards, states, imagined(boards, states)


def test_nothing_is_lost_and_nothing_known_changes(real):
    boards, states, dealt = real
    assert count_violations(boards, dealt) == 0
    assert (states["public"] == dealt["public"]).all()
    asked = np.arange(len(states)), states["public"]["asked"]
    assert (states["seats"][asked] == dealt["seats"][asked]).all()


def test_a_seat_knows_where_the_tickets_lie_that_it_refused(real):
    _, states, dealt = real
    n_known = 0
    for some in (states, dealt):
        for state in some:
            hidden, size = state["hidden"], int(state["public"]["ticket_pile_size"])
            places = (int(state["public"]["ticket_top"]) + np.arange(size)) % MAX_TICKETS
            pile = hidden["ticket_pile"][places].astype(np.int64) + 1
            seats = state["seats"][: state["public"]["n_seats"]] if some is states else [_asked(state)]
            for own in seats:
                known = own["in_pile"][places]
                assert np.count_nonzero(known) == np.count_nonzero(own["in_pile"])
                assert ((known == 0) | (known == pile)).all()
                n_known += np.count_nonzero(known)
            held = np.bitwise_or.reduce([own["tickets"] for own in state["seats"]])
            assert not any((own["left"] & held).any() for own in seats)
    assert n_known > len(states)


def _asked(state):
    return state["seats"][state["public"]["asked"]]


def test_what_was_built_tells_what_is_held(real):
    """The true tickets of others are far more likely in what is imagined than if nothing told them."""
    boards, states, _ = real
    last = max(int(state["public"]["turn"]) for state in states)
    late = [state for state in states if state["public"]["turn"] > 0.6 * last][:40]
    gains = []
    for state in late:
        dealt = imagined(boards, np.repeat(state[None], 20))
        for seat in range(int(state["public"]["n_seats"])):
            if seat != state["public"]["asked"]:
                held = set(numbers_in(*state["seats"][seat]["tickets"]))
                found = [len(held & set(numbers_in(*one["seats"][seat]["tickets"]))) for one in dealt]
                gains.append(np.mean(found) / len(held))
    assert np.mean(gains) > 0.3
