"""`python -m bench.guesses [GAMES]`: how well routes tell tickets.

Planners play. Now and then the seat to move guesses each ticket that another seat holds: once as if every unseen ticket
were as likely, once by the weights of `guess_tickets`. The score is the logarithm of the chance it gave to the ticket.
"""

from __future__ import annotations

import sys

import numba
import numpy as np

from bench.measure import show
from ttrsim import Position
from ttrsim.games.registry import load_board
from ttrsim.games.trains.botkit.guesses import GUESSES, guess_tickets
from ttrsim.games.trains.engine import board_record
from ttrsim.stats.intervals import t_critical

BOARDS = (("usa", 2), ("usa", 4), ("europe", 2), ("new-york", 2))
SEED = 2  # the strength of the weights was chosen on games of seed 1
EVERY = 17  # decisions
GAMES = 10


@numba.njit
def guess(boards, states, guesses):  # type: ignore[no-untyped-def]
    public = states[0].public
    guess_tickets(boards[0], public, states[0].seats[public.asked], guesses[0])


def scores_of(position: Position, boards: np.ndarray) -> list[tuple[float, float]]:
    """For each ticket of another seat: the score without weights, and with them."""
    states, guesses = position.state(), np.zeros(1, GUESSES)
    guess(boards, states, guesses)
    state, seat, found = states[0], int(states[0]["public"]["asked"]), []
    everything = (1 << int(boards[0]["n_tickets"])) - 1
    long, own = int(boards[0]["long_tickets"]), int(state["seats"][seat]["tickets"])
    for other in range(position.players):
        held = int(state["seats"][other]["tickets"])
        for kind in (long, everything & ~long):
            unseen = [ticket for ticket in range(64) if (kind & ~own) >> ticket & 1]
            weights = guesses["weight"][0, other, unseen]
            for ticket, weight in zip(unseen, weights, strict=True):
                if other != seat and held >> ticket & 1:
                    found.append((-np.log(len(unseen)), np.log(weight / weights.sum())))
    return found


def measure(name: str, n_players: int, n_games: int) -> list[str]:
    boards = board_record(load_board(name))
    games, n_tickets = [], 0
    for deal in range(n_games):
        position, n_asked, scores = Position.start(name, n_players, seed=SEED, deal=deal), 0, []
        while not position.is_over:
            n_asked += 1
            if n_asked % EVERY == 0 and position.turn > 0:
                scores += scores_of(position, boards)
            position.apply(position.ask("planner"))
        games.append(np.mean(scores, axis=0))
        n_tickets += len(scores)
    gains = np.array([weighed - plain for plain, weighed in games])
    half = t_critical(len(gains) - 1) * gains.std(ddof=1) / np.sqrt(len(gains))
    plain, weighed = np.mean(games, axis=0)
    cells = (f"{plain:.2f}", f"{weighed:.2f}", f"{gains.mean():.2f} ± {half:.2f}")
    return [f"{name}, {n_players} players", str(n_games), f"{n_tickets:,}", *cells]


def main(n_games: int = GAMES) -> None:
    rows = [measure(*board, n_games) for board in BOARDS]
    headings = ["", "games", "tickets guessed", "all alike", "by routes", "gain (95 % by games)"]
    show("Mean log score of the tickets of others", headings, rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
