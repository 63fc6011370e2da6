"""Ticket decks of known maps: the Globetrotter (G1, G2), the limit to long tickets (X1, X2), and games in lockstep."""

from dataclasses import replace
from math import comb
from random import Random
from statistics import fmean

import numpy as np
import pytest

from tests.games.trains.kernel.harness import Kernel, built_in
from tests.games.trains.kernel.lockstep import Lockstep
from ttrsim.games.registry import decks_of, maps_of
from ttrsim.games.trains.board.model import Ticket
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel import records
from ttrsim.machine import builds
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable

DECKS = [deck for name in maps_of(TRAINS) for deck in decks_of(TRAINS, name)]
MEGA = "europe-1912-mega"


@pytest.mark.parametrize("n_players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", DECKS)
def test_kernel_and_oracle_play_the_same_games(name, n_players):
    for deal in range(2):
        Lockstep(name, n_players, seed=19, deal=deal).play(Random(deal))


@pytest.mark.parametrize("name", DECKS)
def test_10_000_random_games_break_no_check(name):
    assert builds.CHECKED
    for n_players in (2, 3, 4, 5):
        results = SeatedTable(built_in(name), [load_bot("random", TRAINS)] * n_players).play(77, 0, 2_500)
        assert not results["fault"].any()
        assert np.isin(results["reason"], [records.END_TRAINS, records.END_STALEMATE]).all()


# ---- G: the Globetrotter -------------------------------------------------------------------------


def scored(name, completed, failed):
    """The final scores where each seat owns a route apart from the others, with so many tickets along it and off it."""
    board, apart = built_in(name), []
    for route in board.routes:
        if not any({route.a, route.b} & {other.a, other.b} for other in apart[: len(completed)]):
            apart.append(route)
    homes = {end for route in apart[: len(completed)] for end in (route.a, route.b)}
    away = [city.id for city in board.cities if city.id not in homes]
    tickets, kept = [], {}
    for seat, home in enumerate(apart[: len(completed)]):
        held = [Ticket(f"done {seat} {n}", home.a, home.b, 5 + n) for n in range(completed[seat])]
        held += [Ticket(f"lost {seat} {n}", home.a, away[n], 3) for n in range(failed[seat])]
        kept[seat] = [ticket.id for ticket in held]
        tickets += held
    kernel = Kernel(replace(board, tickets=(*tickets, *board.tickets)), len(completed))
    kernel.place(kernel.state, {apart[seat].id: seat for seat in range(len(completed))}, {}, kept)
    return kernel.score()


def bonuses(scores):
    return [line["globetrotter_points"] for line in scores]


def test_G1a_all_who_tie_for_most_completed_tickets_get_the_bonus_in_full():
    assert bonuses(scored("usa-1910", (4, 4, 2), (0, 0, 0))) == [15, 15, 0]


def test_G1b_failed_tickets_do_not_matter_and_the_longest_path_is_a_bonus_of_its_own():
    scores = scored("usa-mega", (5, 4), (3, 0))
    assert bonuses(scores) == [15, 0]
    longest = [line["longest"] for line in scores]
    assert [line["longest_points"] for line in scores] == [10 * (length == max(longest)) for length in longest]
    for line in scores:
        parts = ("routes", "tickets", "longest_points", "globetrotter_points")
        assert line["total"] == sum(line[part] for part in parts)


def test_G2_of_no_completed_tickets_nobody_has_most():
    """The vector G1c, on a board with this bonus."""
    assert bonuses(scored("usa-1910", (0, 0), (1, 2))) == [0, 0]


def test_G1_any_board_can_have_the_bonus_and_most_have_none():
    assert all("globetrotter_points" not in line for line in scored("usa", (1, 0), (0, 0)))
    board = built_in("europe").with_parameters(globetrotter_points=7)
    Lockstep(board, 3, seed=5).play(Random(5))


# ---- X: Europa 1912 ------------------------------------------------------------------------------


def keeps(name):
    """The legal choices of a set-up offer, as numbers of long and of short tickets."""
    kernel = Kernel(name, 2)
    is_long = {ticket.id: ticket.long for ticket in kernel.board.tickets}
    return [
        (sum(is_long[ticket] for ticket in kept), sum(not is_long[ticket] for ticket in kept))
        for _, kept in kernel.legal()
    ]


def test_X1a_one_long_and_two_short_tickets_may_be_kept():
    assert (1, 2) in keeps(MEGA)


def test_X1b_two_long_tickets_or_too_few_may_not_be_kept():
    assert (2, 1) not in keeps(MEGA)
    assert (1, 1) not in keeps(MEGA)


def test_X1c_legal_choices_of_a_mega_offer():
    legal = keeps(MEGA)
    assert (len(legal), sum(n_long == 0 for n_long, _ in legal)) == (68, 16)


def test_X1_holds_in_the_set_up_only_and_is_a_parameter():
    assert len(keeps("europe")) == 11
    assert {n_long for n_long, _ in keeps(MEGA)} == {0, 1}
    free = built_in(MEGA).with_parameters(setup_most_long=2)
    assert len(Kernel(free, 2).legal()) == 99  # 2^7 − 1 − 7 − 21


def test_X1_comes_before_R1_and_the_minimum_before_R2():
    """A seat that must keep both long tickets keeps the one with more points; refusals leave three that may be kept."""
    board = built_in(MEGA)
    long = [ticket.id for ticket in board.tickets if ticket.long]
    short = [ticket.id for ticket in board.tickets if not ticket.long]
    for deal in range(4):
        Lockstep(board, 2, seed=3, deal=deal, restrictions=[{"keep": long}, {"refuse": short}]).play(Random(deal))
    game = Kernel(board, 2, restrictions=[{"keep": long}, {}])
    points = {ticket.id: ticket.points for ticket in board.tickets}
    dearest = max((ticket for ticket in game.offer() if ticket in long), key=points.__getitem__)
    assert all(dearest in kept for _, kept in game.legal())


def test_X2_long_tickets_that_are_not_dealt_leave_the_game():
    game = Kernel(MEGA, 3)
    assert [sum(ticket.long for ticket in built_in(name).tickets) for name in (MEGA, "europe-1912-big-cities")] == [
        12,
        0,
    ]
    pile = game.ticket_pile()
    assert len(pile) == 89 - 3 * 5
    assert not any(ticket.long for ticket in game.board.tickets if ticket.id in pile)


# ---- numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "n_legal"),
    [
        ("usa-1910", 4),
        ("usa-mega", 16),
        ("usa-big-cities", 11),
        ("europe-1912-expanded", 11),
        (MEGA, 68),
        ("europe-1912-big-cities", 26),
    ],
)
def test_legal_choices_of_the_set_up_offer(name, n_legal):
    assert len(Kernel(name, 2).legal()) == n_legal


@pytest.mark.parametrize(("name", "n_legal"), [("usa-1910", 7), ("usa-mega", 15), ("europe-1912-big-cities", 15)])
def test_K1_legal_choices_of_a_later_offer(name, n_legal):
    game = Kernel(name, 2)
    while game.question == "keep":
        game.advance(min(game.legal(), key=lambda decision: (len(decision[1]), decision)))
    game.advance(("tickets",))
    assert len(game.legal()) == n_legal


@pytest.mark.parametrize(
    ("name", "is_long", "n", "expected"),
    [
        ("usa-1910", False, 3, (33.5143, 15.5157, 7.2518)),
        ("usa-mega", False, 5, (54.6377, 17.0202, 5.8942)),
        ("usa-big-cities", False, 4, (44.4571, 16.3776, 6.8199)),
        ("europe-1912-big-cities", False, 5, (55.7778, 17.3119, 6.2787)),
        (MEGA, False, 5, (48.1461, 14.9385, 5.6369)),
        (MEGA, True, 2, (38.3333, 20.1667, 18.1667)),
    ],
)
def test_S2_points_of_the_set_up_offer(name, is_long, n, expected):
    """Mean sum, largest and smallest over all offers."""
    points = sorted(ticket.points for ticket in built_in(name).tickets if ticket.long == is_long)
    assert (
        n * fmean(points),
        largest(points, n),
        -largest([-value for value in reversed(points)], n),
    ) == pytest.approx(expected, abs=5e-5)


def largest(points, n):
    """The mean largest of n out of a sorted list: each is the largest of so many sets as n - 1 smaller ones make."""
    ways = [comb(place, n - 1) for place in range(len(points))]
    return sum(value * n_ways for value, n_ways in zip(points, ways, strict=True)) / sum(ways)
