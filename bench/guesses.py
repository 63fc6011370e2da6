"""`python -m bench.guesses [GAMES [MINUTES]]`: how well routes tell tickets, a few minutes for each board.

Planners play. Now and then the seat to move guesses each ticket that another seat holds: once as if every unseen ticket
were as likely, once by the weights of `guess_tickets`. The score is the logarithm of the chance it gave to the ticket.
"""

from __future__ import annotations

import sys
import time

import numba
import numpy as np

from bench.measure import show
from ttrsim import Position
from ttrsim.games.registry import load_board
from ttrsim.games.trains.botkit.guesses import GUESSES, guess_tickets
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.stats.intervals import t_critical

BOARDS = (("usa", 2), ("usa", 4), ("europe", 2), ("new-york", 2))
SEED = 2  # the strength of the weights was chosen on games of seed 1
EVERY = 17  # decisions
GAMES = 40
MINUTES = 1.0  # for each board, at most
FEWEST = 3  # games, however long they take


@numba.njit
def guess(boards, states, guesses):  # type: ignore[no-untyped-def]
    public = states[0].public
    guess_tickets(boards[0], public, states[0].seats[public.asked], guesses[0])


def as_set(words: np.ndarray) -> int:
    """Tickets, a bit each."""
    return int(words[0]) | int(words[1]) << 64


def scores_of(position: Position, boards: np.ndarray) -> list[tuple[float, float]]:
    """For each ticket of another seat: the score without weights, and with them."""
    states, guesses = position.state(), np.zeros(1, GUESSES)
    guess(boards, states, guesses)
    state, seat, found = states[0], int(states[0]["public"]["asked"]), []
    n_tickets = int(boards[0]["n_tickets"])
    long, own = as_set(boards[0]["long_tickets"]), as_set(state["seats"][seat]["tickets"])
    for other in range(position.players):
        held = as_set(state["seats"][other]["tickets"])
        for kind in (long, ~long):
            unseen = [ticket for ticket in range(n_tickets) if (kind & ~own) >> ticket & 1]
            weights = guesses["weight"][0, other, unseen]
            for ticket, weight in zip(unseen, weights, strict=True):
                if other != seat and held >> ticket & 1:
                    found.append((-np.log(len(unseen)), np.log(weight / weights.sum())))
    return found


def measure(name: str, n_players: int, n_games: int, minutes: float) -> list[str]:
    boards, planner = load_board(name).record(), load_bot("planner", TRAINS)
    games, n_tickets, end = [], 0, time.monotonic() + 60 * minutes
    for deal in range(n_games):
        if deal >= FEWEST and time.monotonic() > end:
            break
        position, n_asked, scores = Position.start(name, n_players, seed=SEED, deal=deal), 0, []
        while not position.is_over:
            n_asked += 1
            if n_asked % EVERY == 0 and position.turn > 0:
                scores += scores_of(position, boards)
            position.apply(position.ask(planner))
        games.append(np.mean(scores, axis=0))
        n_tickets += len(scores)
    gains = np.array([weighed - plain for plain, weighed in games])
    half = t_critical(len(gains) - 1) * gains.std(ddof=1) / np.sqrt(len(gains))
    plain, weighed = np.mean(games, axis=0)
    cells = (f"{plain:.2f}", f"{weighed:.2f}", f"{gains.mean():.2f} ± {half:.2f}")
    return [f"{name}, {n_players} players", str(len(games)), f"{n_tickets:,}", *cells]


def main(n_games: int = GAMES, minutes: float = MINUTES) -> None:
    rows = [measure(*board, n_games, minutes) for board in BOARDS]
    headings = ["", "games", "tickets guessed", "all alike", "by routes", "gain (95 % by games)"]
    show("Mean log score of the tickets of others", headings, rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:]))
