"""Explore New York: games a second, what the bots score, and how long the exact final route takes.

The board is a stand-in, so points tell how these rules behave and not what the published board gives.
"""

from __future__ import annotations

from functools import partial

import numba
import numpy as np

from bench.measure import best_seconds, show, verdict
from tests.games.explore.kernel.dense import dense_map
from tests.games.explore.kernel.harness import Kernel
from tests.games.explore.table import Table
from ttrsim.games.explore.bots.architect import architect
from ttrsim.games.explore.bots.greedy import greedy
from ttrsim.games.explore.bots.random import random
from ttrsim.games.explore.bots.spoiler import spoiler
from ttrsim.games.explore.kernel.records import MAP
from ttrsim.games.explore.kernel.route import MAX_SETS, best_route, route_bound
from ttrsim.games.registry import load_board
from ttrsim.machine.bots import BotFunction
from ttrsim.stats.intervals import Estimate, mean_by_deals, share_by_deals

BOARD = load_board("explore-new-york")
ROUNDS = 25
SPEEDS = {  # bot, players: games of a round, bar in games a second
    (random, 2): (2_000, 20_000),
    (random, 4): (2_000, 20_000),
    (greedy, 4): (10, 0),
    (architect, 4): (10, 300),
}
POINT_DEALS = 500
DUEL_DEALS = 500
GREEDY_BAR = 150
EVEN = 0.5


def main() -> None:
    print(BOARD.notice)
    speed()
    points()
    duels()
    solver()


def name_of(bot: BotFunction) -> str:
    return "spoiler" if bot is spoiler else str(bot.function.__name__)


def words(estimate: Estimate, digits: int = 1) -> str:
    return f"{estimate.value:.{digits}f} ({estimate.low:.{digits}f} to {estimate.high:.{digits}f})"


def speed() -> None:
    contenders = {
        (bot, n): partial(Table(BOARD, [bot] * n).play, 1, 0, n_games) for (bot, n), (n_games, _) in SPEEDS.items()
    }
    seconds = best_seconds(contenders, ROUNDS)
    rows = []
    for (bot, n_players), (n_games, bar) in SPEEDS.items():
        rate = n_games / seconds[bot, n_players]
        columns = [f"{bar:,}", verdict(rate, bar)] if bar else ["", ""]
        rows.append([f"{name_of(bot)}, {n_players} players", f"{rate:,.0f}", *columns])
    show("Explore New York: games a second, one core", ["", "games/s", "bar", ""], rows, f"best of {ROUNDS} rounds")


def points() -> None:
    """Tables of one bot: the mean of its seats in a deal."""
    rows = []
    for bot in (random, greedy, architect):
        for n_players in (2, 3):
            totals = Table(BOARD, [bot] * n_players).play(2, 0, POINT_DEALS)["seats"]["total"][:, :n_players]
            estimate = mean_by_deals(totals.mean(axis=1))
            bar = [str(GREEDY_BAR), verdict(estimate.low, GREEDY_BAR)] if bot is greedy else ["", ""]
            rows.append([f"{name_of(bot)}, {8 if n_players == 2 else 9} rounds", words(estimate), *bar])
    show("Points at a table of one's own", ["", "mean (95 %)", "bar", ""], rows, f"{POINT_DEALS:,} deals each")


def duels() -> None:
    rows = []
    for one, other in ((architect, greedy), (spoiler, greedy), (spoiler, architect)):
        table = Table(BOARD, [one, other], seatings=[[0, 1], [1, 0]], n_rotations=2)
        seats = table.play(3, 0, 2 * DUEL_DEALS)["seats"][:, :2]
        shares = seats["wins"] / seats["wins"].sum(axis=1, keepdims=True)
        totals = seats["total"].astype(float)
        won = share_by_deals((shares[0::2, 0] + shares[1::2, 1]) / 2, 2)
        margin = mean_by_deals((totals[0::2, 0] - totals[0::2, 1] + totals[1::2, 1] - totals[1::2, 0]) / 2)
        bar = verdict(won.low, EVEN) if other is greedy else ""
        rows.append([f"{name_of(one)} – {name_of(other)}", words(won, 3), words(margin), bar])
    note = f"{DUEL_DEALS:,} deals, each in both seatings; the bar is a share of wins above one half"
    show("Duels", ["", "wins of the first (95 %)", "margin in points (95 %)", ""], rows, note)


# ---- the final route -----------------------------------------------------------------------------


@numba.njit
def solve_all(boards, scratches, maps, exact):  # type: ignore[no-untyped-def]
    points = 0
    for place in range(len(maps)):
        if exact:
            points += best_route(boards[0], maps[place], MAX_SETS, scratches[0].route)
        else:
            points += route_bound(boards[0], maps[place], scratches[0].route)
    return points


def played(bot: BotFunction, n_players: int, n_maps: int) -> np.ndarray:
    table, maps = Table(BOARD, [bot] * n_players), np.zeros(n_maps, MAP)
    for game in range(n_maps):
        table.play(4, game, 1)
        maps[game] = table.maps[0]
    return maps


def dense(n_segments: int, n_maps: int) -> np.ndarray:
    kernel, maps, rng = Kernel(2), np.zeros(n_maps, MAP), np.random.default_rng(n_segments)
    for place in range(n_maps):
        kernel.draw_map(*dense_map(rng, n_segments))
        maps[place] = kernel.public["maps"][0]
    return maps


def solver() -> None:
    kernel = Kernel(2)
    boards = {
        "random play, 8 rounds": played(random, 2, 1_000),
        "random play, 9 rounds": played(random, 3, 1_000),
        "greedy play, 8 rounds": played(greedy, 2, 300),
        "greedy play, 9 rounds": played(greedy, 3, 300),
        **{f"dense, {n} segments": dense(n, 100) for n in (24, 28, 32, 36)},
    }
    contenders = {
        (name, exact): partial(solve_all, kernel.boards, kernel.scratches, maps, exact)
        for name, maps in boards.items()
        for exact in (True, False)
    }
    seconds = best_seconds(contenders, ROUNDS)
    slowest = {name: max(slowest_of(kernel, maps)) for name, maps in boards.items()}
    rows = [
        [
            name,
            f"{1e6 * seconds[name, True] / len(maps):.2f}",
            f"{1e6 * slowest[name]:.0f}",
            f"{1e6 * seconds[name, False] / len(maps):.2f}",
        ]
        for name, maps in boards.items()
    ]
    show("The final route, µs a board", ["", "exact", "slowest board", "bound"], rows, f"best of {ROUNDS} rounds")


def slowest_of(kernel: Kernel, maps: np.ndarray) -> list[float]:
    contenders = {
        place: partial(solve_all, kernel.boards, kernel.scratches, maps[place : place + 1], True)
        for place in range(min(100, len(maps)))
    }
    return list(best_seconds(contenders, 5).values())
