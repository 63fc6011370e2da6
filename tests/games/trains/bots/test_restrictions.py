"""Every built-in bot under random restrictions: legal (the checked build says so), ending, and it keeps to them."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.games.trains.bots.positions import Position, kept
from tests.games.trains.bots.quick import quick_bot
from tests.games.trains.bots.test_games import TABLES
from tests.games.trains.kernel.harness import EVENTS, PILE, built_in
from tests.games.trains.kernel.restrictions import some_restrictions
from tests.tiers import some
from ttrsim.games.contract import bots_of
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.bots._planner.notes import BORROW, PLAN, TICKETS
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.restrictions import TrainsRestriction
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.restrictions import Restricted
from ttrsim.play.table import LoggedGame, SeatedTable

pytestmark = pytest.mark.slow

WILD = 8
SEEDS, GAMES = {"seer": 1}, {"seer": 1}  # it plays games out for every decision


def restricted(board: Board, n_players: int, rng: Random) -> list[Restricted]:
    terms = some_restrictions(board_as_dict(board), n_players, rng)
    lists = [{key: tuple(value) if isinstance(value, list) else value for key, value in each.items()} for each in terms]
    return [Restricted(TrainsRestriction(**each), seat) for seat, each in enumerate(lists)]


def table(board: str, bots: list[str], limits: list[Restricted] | None = None) -> SeatedTable:
    return SeatedTable(built_in(board), [quick_bot(name, TRAINS) for name in bots], restricted=limits or [])


# ---- all bots ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "n_players"), TABLES)
@pytest.mark.parametrize("name", bots_of(TRAINS))
def test_it_plays_legally_under_any_restrictions(board, n_players, name):
    for seed in range(some(SEEDS.get(name, 10))):
        limits = restricted(built_in(board), n_players, Random(seed))
        results = table(board, [name] * n_players, limits).play(seed, 0, GAMES.get(name, 20))
        assert not results["fault"].any()


@pytest.mark.parametrize("board", ["europe", "usa", "new-york"])
@pytest.mark.parametrize("name", bots_of(TRAINS))
def test_it_keeps_to_its_restrictions(board, name):
    for seed in range(some(SEEDS.get(name, 12), 3)):
        limits = restricted(built_in(board), 3, Random(seed))
        game = table(board, [name] * 3, limits).play_logged(seed, 0)
        for seat in range(3):
            check_seat(game, seat, limits[seat].restriction)


def check_seat(game: LoggedGame, seat: int, terms: TrainsRestriction) -> None:
    routes = {route.id: route for route in game.board.routes}
    events = [(EVENTS[row[0]], *row[1:]) for row in game.events.tolist() if row[2] == seat]
    for kind, _, _, first, second, _ in events:
        if kind in ("claim", "tunnel"):
            route = game.board.routes[first]
            assert route.id not in terms.closed, "R3"
            assert terms.tunnels or not routes[route.id].tunnel, "R3"
        assert terms.stations or kind != "station", "R4"
        assert terms.open_wilds or kind != "draw" or first == PILE or second != WILD, "R6"
    for turn, offer in offers(game, seat):
        assert turn == 0 or terms.ticket_draws, "R5"
        check_offer(game.board, turn, offer, terms)


def offers(game: LoggedGame, seat: int) -> Iterator[tuple[int, dict[str, bool]]]:
    """Each offer of a seat: its turn, and for each ticket whether it was kept."""
    by_turn: dict[int, dict[str, bool]] = {}
    for kind, turn, player, ticket, was_kept, _ in game.events.tolist():
        if EVENTS[kind] == "offered" and player == seat:
            by_turn.setdefault(turn, {})[game.board.tickets[ticket].id] = was_kept == 1
    yield from by_turn.items()


def check_offer(board: Board, turn: int, offer: dict[str, bool], terms: TrainsRestriction) -> None:
    keep, refuse = (terms.keep, terms.refuse) if turn == 0 else (terms.keep_later, terms.refuse_later)
    minimum = board.parameters.setup_keep if turn == 0 else board.parameters.offer_keep
    assert all(was_kept for ticket, was_kept in offer.items() if ticket in keep), "R1"
    others = [ticket for ticket in offer if ticket not in refuse]
    n_refused_and_kept = sum(was_kept for ticket, was_kept in offer.items() if ticket in refuse)
    assert n_refused_and_kept == max(0, min(minimum, len(offer)) - len(others)), "R2"


def test_seats_differ_in_their_restrictions_and_bots_keep_theirs_wherever_they_sit():
    no_tickets = TrainsRestriction(ticket_draws=False)
    bots = [load_bot("hungry", TRAINS)] * 2
    rotated = SeatedTable(built_in("usa"), bots, [[0, 1], [1, 0]], 2, restricted=[Restricted(no_tickets, bot=1)])
    n_drew = [0, 0]  # by bot
    for game in range(10):
        logged = rotated.play_logged(5, game)
        bots_by_seat = (0, 1) if game % 2 == 0 else (1, 0)
        assert logged.restrictions == [no_tickets if bot == 1 else None for bot in bots_by_seat]
        for seat, bot in enumerate(bots_by_seat):
            n_drew[bot] += any(turn > 0 for turn, _ in offers(logged, seat))
    assert n_drew[0] > 5
    assert n_drew[1] == 0, "R5"


# ---- nothing changes where nothing is changed ----------------------------------------------------


@pytest.mark.parametrize("name", ["planner", "hungry", "greedy", "path"])
@pytest.mark.parametrize("board", ["europe", "usa", "new-york"])
def test_to_be_told_what_it_does_anyway_changes_nothing(board, name):
    free = table(board, [name] * 3)
    for game in range(some(15, 3)):
        logged = free.play_logged(11, game)
        _, offer = next(offers(logged, 1))
        terms = TrainsRestriction(
            keep=tuple(ticket for ticket, was_kept in offer.items() if was_kept),
            refuse=tuple(ticket for ticket, was_kept in offer.items() if not was_kept),
        )
        again = table(board, [name] * 3, [Restricted(terms, seat=1)]).play_logged(11, game)
        assert np.array_equal(again.events, logged.events)


def test_an_empty_restriction_changes_nothing():
    empty = [Restricted(TrainsRestriction())]
    free, bound = table("europe", ["planner"] * 4), table("europe", ["planner"] * 4, empty)
    assert free.play(3, 0, 50).tobytes() == bound.play(3, 0, 50).tobytes()


# ---- the planner plans around them ---------------------------------------------------------------

OFFER = (("Palermo", "Moskva"), ("Frankfurt", "Kobenhavn"), ("Rostov", "Erzurum"), ("Zurich", "Brindisi"))


def planned_for(position: Position) -> set[int]:
    """Places of the offer whose tickets the plan is for."""
    tickets = int(position.own["memory"][TICKETS])
    return {place for place in range(4) if tickets >> int(position.own["offer"][place]) & 1}


@pytest.mark.parametrize("place", range(4))
def test_planner_keeps_what_it_must_and_plans_for_it(place):
    position = Position("europe").offer(*OFFER, in_setup=True)
    position.own["must_keep"] = 1 << place
    decision = position.ask()
    assert place in kept(decision)
    assert planned_for(position) == kept(decision)


@pytest.mark.parametrize("place", range(4))
def test_planner_refuses_what_it_must_and_plans_for_the_rest(place):
    position = Position("europe").offer(*OFFER, in_setup=True)
    position.own["must_refuse"] = 1 << place
    decision = position.ask()
    assert place not in kept(decision)
    assert len(kept(decision)) >= 2, "S3"
    assert planned_for(position) == kept(decision)


def plan_of(position: Position) -> list[str]:
    position.ask()
    words = position.own["memory"][int(PLAN) : int(PLAN) + 2].astype(np.uint64)
    plan = int(words[0]) | int(words[1]) << 64
    return [route.id for number, route in enumerate(position.board.routes) if plan >> number & 1]


def test_planner_does_not_plan_over_closed_routes():
    ticket, closed = ("Moskva", "Palermo"), set()
    for _ in range(4):
        position = Position("europe").tickets(ticket).market("red")
        for name in closed:
            position.close(name)
        plan = plan_of(position)
        assert plan
        assert not closed & set(plan)
        closed.add(plan[0])


def test_planner_plans_no_station_that_it_may_not_build():
    def cut_off() -> Position:
        position = Position("europe").tickets(("Edinburgh", "Paris")).market("red")
        return position.owns(1, "Edinburgh-London-black", "Edinburgh-London-orange")

    free, barred = cut_off(), cut_off()
    barred.own["restriction"]["barred"] = barred.public["barred"] = 1
    free.ask()
    barred.ask()
    assert free.own["memory"][int(BORROW) : int(BORROW) + 2].any()
    assert not barred.own["memory"][int(BORROW) : int(BORROW) + 2].any()
