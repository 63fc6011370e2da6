"""Random games: none breaks the state checker, and together they reach every corner of the rules."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from tests.games.trains.kernel.harness import CARDS, COMBINATIONS, EVENTS, PILE, Kernel, as_word, built_in
from tests.tiers import some
from ttrsim.botkit import bot
from ttrsim.errors import RunError
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel import records
from ttrsim.games.trains.kernel.checker import CHECKS
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.machine import builds
from ttrsim.machine.sets import numbers_in
from ttrsim.play.bots.finding import Bot, load_bot
from ttrsim.play.table import SeatedTable

WILD = CARDS.index("wild")


def random_table(name, n_players):
    return SeatedTable(built_in(name), [load_bot("random", TRAINS)] * n_players)


@pytest.mark.parametrize(("name", "n_players"), COMBINATIONS)
def test_random_games_break_no_check(name, n_players):
    assert builds.CHECKED
    results = random_table(name, n_players).play(seed=77, first_game=0, n_games=some(10_000, 10))
    assert not results["fault"].any()
    assert np.isin(results["reason"], [records.END_TRAINS, records.END_STALEMATE]).all()
    wins = results["seats"]["wins"][:, :n_players]
    assert (wins.sum(axis=1) == results["n_winners"]).all()
    best = results["seats"]["total"][:, :n_players].max(axis=1, keepdims=True)
    assert (results["seats"]["total"][:, :n_players][wins == 1] == np.broadcast_to(best, wins.shape)[wins == 1]).all()


# ---- the checker can fail ------------------------------------------------------------------------


def lose_a_card(game):
    game.hidden["pile"][0] -= 1
    game.public["pile_size"] -= 1


def turn_a_card_into_another(game):
    game.seats[0]["hand"][game.seats[0]["hand"].argmax()] -= 1
    game.seats[0]["hand"][game.seats[0]["hand"].argmin()] += 1


def miscount_the_pile(game):
    game.public["pile_size"] += 1


def miscount_the_discards(game):
    game.public["n_discards"] -= 1


def miscount_a_hand(game):
    game.public["hand_size"][1] += 1


def owe_a_card(game):
    game.hidden["pile"][2] -= 100
    game.public["discards"][2] += 100


def miscount_the_market(game):
    game.public["n_market"] -= 1


def miscount_the_wilds_of_the_market(game):
    game.public["market_wilds"] += 1


def claim_to_know_too_much(game):
    game.public["known"][0, 0] = game.seats[0]["hand"][0] + 1


def own_a_route_that_another_has(game):
    game.public["owned"][1] = game.public["owned"][0]


def own_both_halves(game):
    game.occupy(game.halves[0], 0)
    game.occupy(game.halves[1], 0)


def share_a_closed_double(game):
    game.occupy(game.halves[0], 0)
    game.occupy(game.halves[1], 1)


def leave_a_claimed_route_open(game):
    game.public["open_to"][1, 0] |= as_word([game.claimed])


def close_a_free_route(game):
    game.public["open_to"][0] = 0


def lose_a_train(game):
    game.public["trains"][0] -= 1


def miscount_points(game):
    game.public["route_points"][1] += 1


def lose_a_station(game):
    game.public["stations_left"][1] -= 1


def build_two_stations_in_a_city(game):
    for seat in (0, 1):
        game.public["station_cities"][seat] = 1
        game.public["stations_left"][seat] = 2


def keep_a_ticket_twice(game):
    game.seats[1]["tickets"] |= game.seats[0]["tickets"]
    game.public["n_tickets"][1] += game.public["n_tickets"][0]


def miscount_tickets(game):
    game.public["n_tickets"][0] += 1


def put_a_kept_ticket_under_the_pile(game):
    place = (game.public["ticket_top"] + game.public["ticket_pile_size"]) % MAX_TICKETS
    game.hidden["ticket_pile"][place] = numbers_in(*game.seats[0]["tickets"])[-1]
    game.public["ticket_pile_size"] += 1


def leave_a_slot_empty(game):
    card = game.public["market"][0]
    game.public["market"][0] = records.EMPTY
    game.public["n_market"] -= 1
    game.public["market_wilds"] -= card == WILD
    game.public["discards"][card] += 1
    game.public["n_discards"] += 1


def do_not_flush(game):
    game.hidden["pile"] += np.bincount(game.public["market"][:5], minlength=9)
    game.hidden["pile"][WILD] -= 5
    game.public["market"][:5] = WILD
    game.public["market_wilds"] = 5


def claim_a_closed_route(game):
    """R3. It is claimed and so closed to all, which check 5 wants."""
    game.seats[0]["restriction"]["closed"][game.claimed >> 6] |= as_word([game.claimed & 63])


def build_a_barred_station(game):
    game.public["station_cities"][1] = 1
    game.public["stations_left"][1] -= 1
    game.seats[1]["restriction"]["barred"] = records.BARRED_STATIONS


MUTATIONS = {
    lose_a_card: 1,
    turn_a_card_into_another: 1,
    miscount_the_pile: 2,
    miscount_the_discards: 2,
    miscount_a_hand: 2,
    owe_a_card: 2,
    miscount_the_market: 2,
    miscount_the_wilds_of_the_market: 2,
    claim_to_know_too_much: 2,
    own_a_route_that_another_has: 3,
    own_both_halves: 4,
    share_a_closed_double: 4,
    leave_a_claimed_route_open: 5,
    close_a_free_route: 5,
    lose_a_train: 6,
    miscount_points: 6,
    lose_a_station: 7,
    build_two_stations_in_a_city: 7,
    keep_a_ticket_twice: 8,
    miscount_tickets: 8,
    put_a_kept_ticket_under_the_pile: 8,
    leave_a_slot_empty: 9,
    do_not_flush: 9,
    claim_a_closed_route: 10,
    build_a_barred_station: 10,
}


def test_every_check_has_a_mutation():
    assert set(MUTATIONS.values()) == set(CHECKS)


@pytest.mark.parametrize(("mutate", "check"), MUTATIONS.items())
def test_the_checker_sees(mutate, check):
    game = Kernel("europe", 2, seed=5).keep_all()
    routes = game.board.routes
    game.halves = [number for number, route in enumerate(routes) if route.double == "Berlin-Frankfurt"]
    game.claimed = next(number for number, route in enumerate(routes) if not route.double)
    game.occupy(game.claimed, 0)
    assert game.check() == 0
    mutate(game)
    assert game.check() == check


def test_the_checker_sees_a_lost_ticket_where_tickets_never_leave_the_game():
    game = Kernel("usa", 2).keep_all()
    game.public["ticket_pile_size"] -= 1
    assert game.check() == 8


@bot()
def tampers(board, public, own):
    """Writes to what all see."""
    public.trains[0] = 44
    return 0


@bot()
def counterfeits(board, public, own):
    """Makes itself a card before it keeps its tickets."""
    own.hand[0] += 1
    return 5 | 7 << 4


@pytest.mark.parametrize(
    ("cheat", "message"),
    [(tampers, r"the bot wrote to public\.trains\[0\]"), (counterfeits, r"the bot wrote to own\.hand\[0\]")],
)
def test_a_violation_ends_the_run_and_is_explained(cheat, message):
    table = SeatedTable(built_in("usa"), [Bot("cheat", cheat)] * 2)
    with pytest.raises(RunError, match=message):
        table.play(seed=1, first_game=0, n_games=1)


# ---- every rule is reached -----------------------------------------------------------------------


def count_events(logged, seen):
    """Adds to `seen` what happened in a game; the hands are followed to tell declining from being unable."""
    board = logged.board
    hands = [Counter() for _ in logged.bots]
    stations = Counter()
    tunnel, extra, emptied = None, 0, None
    for kind_number, turn, seat, first, second, third in logged.events.tolist():
        kind = EVENTS[kind_number]
        if emptied is not None and kind != "reshuffle":
            seen["short market"] += not (kind == "refill" and first == emptied)
            emptied = None
        seen[kind] += 1
        if kind == "dealt":
            hands[seat][first] += 1
        elif kind == "draw":
            hands[seat][second] += 1
            emptied = None if first == PILE else first
            seen["face-up wild"] += first != PILE and second == WILD
        elif kind in ("claim", "station"):
            stations[seat] += kind == "station"
            cost = stations[seat] if kind == "station" else board.routes[first].length
            hands[seat] -= Counter({WILD: third, second: cost - third}) if third < cost else Counter({WILD: cost})
            seen["third station"] += kind == "station" and cost == 3
            seen["ferry"] += kind == "claim" and board.routes[first].wilds > 0
        elif kind == "tunnel":
            cost = board.routes[first].length
            tunnel = +Counter({WILD: third}) + Counter({second: cost - third})
            colour, extra, left = second, 0, hands[seat] - tunnel
            seen["tunnel of wilds only"] += colour == WILD
        elif kind == "extra":
            extra = first
        elif kind == "tunnel_end":
            able = left[WILD] + (left[colour] if colour != WILD else 0) >= extra
            seen["tunnel without extra"] += extra == 0
            seen["tunnel paid"] += second == 1 and extra > 0
            seen["tunnel declined"] += second == 0 and able
            seen["tunnel unable"] += second == 0 and not able
            if second == 1:
                hands[seat] = left - Counter({WILD: third}) - Counter({colour: extra - third})
        elif kind == "offered" and turn > 0:
            seen["short offer"] += third + 1 < board.parameters.offer and (seat, turn) not in seen.offers
            seen.offers.add((seat, turn))


class Seen(Counter):
    """What happened, and how often."""

    def __init__(self):
        super().__init__()
        self.offers = set()


@cache
def seen_in_games():
    seen = Seen()
    for name, n_players in COMBINATIONS:
        table = random_table(name, n_players)
        for game in range(25):
            seen.offers.clear()
            count_events(table.play_logged(3, game), seen)
    for name, n_players in (("usa", 3), ("new-york", 4)):  # rarer ends, found without a log first
        table = random_table(name, n_players)
        results = table.play(1, 0, 1000)
        seen["stalemate"] += int((results["reason"] == records.END_STALEMATE).sum())
        seen["shared win"] += int((results["n_winners"] > 1).sum())
        for game in np.flatnonzero(results["reason"] == records.END_STALEMATE).tolist():
            seen.offers.clear()
            count_events(table.play_logged(1, game), seen)
    return seen


CORNERS = ("flush", "reshuffle", "short market", "face-up wild", "ferry", "third station", "short offer")
CORNERS += ("tunnel without extra", "tunnel paid", "tunnel declined", "tunnel unable", "tunnel of wilds only")
CORNERS += ("last_round", "pass", "stalemate", "shared win")


@pytest.mark.parametrize("what", CORNERS)
def test_random_games_reach(what):
    assert seen_in_games()[what] > 0
