"""`seer`: plays its choices out in imagined worlds, and departs from `planner` where another choice is clearly better.

For every question it takes the decision of `planner` and compares others with it. It imagines worlds from what it sees,
plays each decision out in the same worlds with `planner` in all seats, and halves the number of challengers round by
round. The last one must lead by a number of standard errors that grows with the number of challengers; otherwise `seer`
makes the decision of `planner`.

A challenger is another decision, or another style: `planner` with other weights, for the rest of the game. One decision
rarely changes the chance to win by much; a style does. If one is clearly better, `seer` keeps that style until another
one is better still.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import Weight, bot, helper
from ttrsim.games.trains.botkit.worlds import (
    ASK_THE_POLICY,
    OWN,
    SEARCH,
    begin_search,
    imagine_world,
    margin,
    play_out,
    policy_record,
)
from ttrsim.games.trains.bots._planner.claims import claim_route
from ttrsim.games.trains.bots._planner.notes import PLAN, STYLE, read_set
from ttrsim.games.trains.bots._planner.tickets import note_refused
from ttrsim.games.trains.bots._planner.weights import WEIGHTS as PLANNER_WEIGHTS
from ttrsim.games.trains.bots._styles import STYLES, change_style, play_in, set_weights
from ttrsim.games.trains.bots.planner import decide

WEIGHTS = (
    *PLANNER_WEIGHTS,  # first, so that planner finds them where it looks for them
    Weight(
        "rollouts", 1000, "games that it plays out for a decision, at most", 1000, 1000
    ),  # a budget, not a style: more is stronger and slower
    Weight(
        "lead", 1.0, "standard errors by which a single challenger must lead; more challengers must lead by more", 0, 4
    ),
)
ROLLOUTS, LEAD = (np.int64(len(PLANNER_WEIGHTS) + place) for place in range(2))

POLICY = policy_record(decide)  # plays on, in all seats

MAX_CHALLENGERS = 96
MAX_ROUTES = np.int64(12)  # routes that it tries to claim: those of the plan, then those with most points
MAX_STATIONS = np.int64(4)
TICKETS_MATTER = 2.0  # times the rollouts for a choice of tickets, which shapes the whole game
MARGIN_SCALE = 0.4  # points for each train of the board; a lead of this many points is worth 0.73 of a win
HOPELESS = 1.0  # a challenger that is this many standard errors behind is given up early
LEAST_GAIN = 0.001  # a challenger that gains less is given up too, such as a style that would play the same game
FEWEST_WORLDS = np.int64(4)

# A decision, the style in which to play on, and how much better these are than the incumbent.
CHALLENGER = np.dtype(
    [
        ("decision", np.int64),
        ("style", np.int64),
        ("n", np.int64),
        ("total", np.float64),
        ("squares", np.float64),
    ],
    align=True,
)
CHALLENGERS = np.dtype([("n", np.int64), ("at", CHALLENGER, MAX_CHALLENGERS)], align=True)
MIND = np.dtype([("own", OWN)], align=True)  # what planner sees and notes in this seat


# ---- challengers ---------------------------------------------------------------------------------


@helper
def add(challengers, decision, number):
    if challengers.n == MAX_CHALLENGERS:
        return
    challenger = challengers.at[challengers.n]
    challenger.decision, challenger.style = decision, number
    challenger.n, challenger.total, challenger.squares = 0, 0.0, 0.0
    challengers.n += 1


@helper
def best_route(board, own, routes_0, routes_1):
    """The route of a set with most points, one of the plan if there is any."""
    best, best_value = kit.NO_ROUTE, np.int64(-1)
    for word in range(2):
        routes, plan = routes_0 if word == 0 else routes_1, read_set(own, PLAN, np.int64(word))
        while routes != 0:
            route = kit.lowest(routes) + 64 * word
            routes = kit.without_lowest(routes)
            value = board.points[route] + 100 * np.int64(plan & kit.bit(route) != 0)
            if value > best_value:
                best, best_value = route, value
    return best


@helper
def add_claims(board, public, own, challengers, incumbent):
    """Each route is paid as planner would pay it."""
    routes_0, routes_1 = kit.claimable(board, public, own)
    for _ in range(MAX_ROUTES):
        route = best_route(board, own, routes_0, routes_1)
        if route == kit.NO_ROUTE:
            return
        if route < 64:
            routes_0 &= ~kit.bit(route)
        else:
            routes_1 &= ~kit.bit(route)
        decision = claim_route(board, own, route)
        if decision != incumbent:
            add(challengers, decision, own.memory[STYLE])


@helper
def find_challengers(board, public, own, challengers, incumbent):
    """Lists the candidates, but only the most promising routes and a few stations."""
    challengers.n = 0
    candidates = np.empty(kit.MAX_DECISIONS, np.int64)
    n_stations = np.int64(0)
    for place in range(kit.list_candidates(board, public, own, candidates)):
        kind = kit.kind_of(candidates[place])
        if candidates[place] == incumbent:
            continue
        n_stations += np.int64(kind == kit.DO_STATION)
        if kind != kit.DO_CLAIM and (kind != kit.DO_STATION or n_stations <= MAX_STATIONS):
            add(challengers, candidates[place], own.memory[STYLE])
    if public.question == kit.CHOOSE_ACTION:
        add_claims(board, public, own, challengers, incumbent)
    if public.question == kit.CHOOSE_ACTION or public.question == kit.KEEP_TICKETS:
        for number in range(len(STYLES)):
            if number != own.memory[STYLE]:
                add(challengers, ASK_THE_POLICY, np.int64(number))


# ---- comparing -----------------------------------------------------------------------------------


@helper
def value_of(board, public, seat, result):
    """From 0 to 1, by the lead at the end. docs/decisions/incumbent-rule.md says why it is not the win itself."""
    lead = margin(result, public.n_seats, seat) / (MARGIN_SCALE * board.rules.trains)
    return 1.0 / (1.0 + np.exp(-lead))


@helper
def try_worlds(board, public, own, searches, seed, first, n_worlds, challengers, incumbent):
    """Plays the incumbent and all challengers in some worlds."""
    policy = kit.record_on_stack(POLICY)
    for number in range(first, first + n_worlds):
        imagine_world(board, public, own, searches, seed, number)
        play_in(own, own.memory[STYLE], searches[0].world.seats[own.seat])
        play_out(board, searches, policy, own.seat, incumbent)
        value = value_of(board, public, own.seat, searches[0].result)
        for place in range(challengers.n):
            challenger = challengers.at[place]
            play_in(own, challenger.style, searches[0].world.seats[own.seat])
            play_out(board, searches, policy, own.seat, challenger.decision)
            difference = value_of(board, public, own.seat, searches[0].result) - value
            challenger.n += 1
            challenger.total += difference
            challenger.squares += difference * difference


@helper
def mean_and_error(challenger):
    n = max(challenger.n, 2)
    mean = challenger.total / n
    return mean, np.sqrt(max(challenger.squares / n - mean * mean, 1e-12) / (n - 1))


@helper
def copy_challenger(source, target):
    target.decision, target.style = source.decision, source.style
    target.n, target.total, target.squares = source.n, source.total, source.squares


@helper
def sort_challengers(challengers):
    """The best first; all have been tried in the same worlds."""
    kept = kit.record_on_stack(CHALLENGER)
    for place in range(1, challengers.n):
        copy_challenger(challengers.at[place], kept)
        hole = place
        while hole > 0 and challengers.at[hole - 1].total < kept.total:
            copy_challenger(challengers.at[hole - 1], challengers.at[hole])
            hole -= 1
        copy_challenger(kept, challengers.at[hole])


@helper
def halve(challengers):
    """Keeps the better half, without those that are hopelessly behind."""
    sort_challengers(challengers)
    n = np.int64(0)
    for place in range((challengers.n + 1) // 2):
        mean, error = mean_and_error(challengers.at[place])
        if mean + HOPELESS * error > LEAST_GAIN:
            copy_challenger(challengers.at[place], challengers.at[n])
            n += 1
    challengers.n = n


@helper
def clearly_better(board, public, own, challengers, incumbent, budget, lead, seed):
    """Whether a challenger is clearly better than the incumbent. If so, it is the first of the challengers.

    The best of n challengers that are all as good as the incumbent leads by about √(2 ln n) standard errors, by luck.
    """
    challengers.n = min(challengers.n, max(np.int64(1), np.int64(budget / (2 * FEWEST_WORLDS))))
    needed = np.sqrt(lead * lead + 2.0 * np.log(challengers.n))
    searches = np.empty(1, SEARCH)
    begin_search(board, public, own, searches, seed)
    n_rounds, first = np.int64(1), np.int64(0)
    while (challengers.n - 1) >> (n_rounds - 1) > 0:
        n_rounds += 1
    for _ in range(n_rounds):
        n_worlds = max(FEWEST_WORLDS, np.int64(budget / n_rounds / (challengers.n + 1)))
        try_worlds(board, public, own, searches, seed, first, n_worlds, challengers, incumbent)
        first += n_worlds
        halve(challengers)
        if challengers.n == 0:
            return False
    mean, error = mean_and_error(challengers.at[0])
    return mean > needed * error


# ---- the bot -------------------------------------------------------------------------------------


@helper
def is_overruled(board, public, own, mind, challengers, incumbent, seed):
    """Whether a challenger is clearly better than the decision of the current style, whose notes are in `mind`."""
    budget = own.weights[ROLLOUTS]
    if challengers.n == 0 or budget <= 0.0:
        return False
    imagined = kit.record_on_stack(MIND)
    imagined.own = mind.own
    imagined.own.weights[:] = own.weights  # the others play on with these weights
    if public.question == kit.KEEP_TICKETS:
        imagined.own.memory[:] = own.memory  # without the plan for the tickets that planner would keep
        budget *= TICKETS_MATTER
    return clearly_better(board, public, imagined.own, challengers, incumbent, budget, own.weights[LEAD], seed)


@bot(weights=WEIGHTS, built_on="planner")
def seer(board, public, own):
    """Plays its choices out in imagined worlds, and departs from planner where another one is clearly better."""
    mind, challengers = kit.record_on_stack(MIND), kit.record_on_stack(CHALLENGERS)
    seed = np.int64(kit.next_word(own.stream) >> np.uint64(1))
    mind.own = own
    set_weights(mind.own, own.weights, own.memory[STYLE])
    decision = decide(board, public, mind.own)
    find_challengers(board, public, mind.own, challengers, decision)
    if is_overruled(board, public, own, mind, challengers, decision, seed):
        best = challengers.at[0]
        decision = best.decision
        if best.style != own.memory[STYLE]:
            mind.own = own
            change_style(mind.own, own.weights, best.style)
            decision = decide(board, public, mind.own)
        elif public.question == kit.KEEP_TICKETS:
            mind.own.memory[:] = own.memory
            note_refused(mind.own, kit.where_of(decision))
    own.memory[:] = mind.own.memory
    return decision
