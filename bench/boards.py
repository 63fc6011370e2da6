"""What the pages about single boards measure: the planner's games, its rivals, and planners that ignore a bonus."""

from __future__ import annotations

import numpy as np

from bench.ladders import markdown_table
from bench.studies import RESEARCH, SEED, number, percent
from ttrsim.engine.bots import load_bot
from ttrsim.engine.table import SeatedTable
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.stats.intervals import mean_by_deals, share_by_deals

Fields = tuple[tuple[str, str], ...]  # what a column or row is called, and the field of a seat's result


def seats_of(board: str, *bots: str, deals: int) -> np.ndarray:
    """Seats of games [deal, seat]; the same deals for every line-up."""
    games = SeatedTable(load_board(board), [load_bot(bot, TRAINS) for bot in bots]).play(SEED, 0, deals)
    seats: np.ndarray = games["seats"][:, : len(bots)]
    return seats


def own_games_row(seats: np.ndarray, fields: Fields) -> list[str]:
    """Means of games of planners, and the share of completed tickets."""
    kept = (seats["n_completed"] + seats["n_failed"]).sum(axis=1)
    done = seats["n_completed"].sum(axis=1) / np.maximum(1, kept)
    means = [number(mean_by_deals(seats[field].mean(axis=1)), 2) for _, field in fields]
    return [*means, percent(mean_by_deals(done))]


def rival_shares(board: str, deals: int) -> list[str]:
    """How often `planner` wins against each bot from the literature, every deal in both seatings."""
    shares = []
    for rival in RESEARCH:
        games = [
            seats_of(board, "planner", rival, deals=deals),
            seats_of(board, rival, "planner", deals=deals)[:, ::-1],
        ]
        wins = np.mean([seats["wins"][:, 0] / seats["wins"].sum(axis=1) for seats in games], axis=0)
        shares.append(percent(share_by_deals(wins, 2)))
    return shares


def bonus_table(board: str, unaware: str, what: str, fields: Fields, deals: int) -> str:
    """Two planners, and the same deals again with one of them unaware of a bonus, in each seat in turn."""
    aware = seats_of(board, "planner", "planner", deals=deals)
    without = np.stack(
        [
            seats_of(board, unaware, "planner", deals=deals)[:, 0],
            seats_of(board, "planner", unaware, deals=deals)[:, 1],
        ],
        axis=1,
    )
    rows = []
    for title, field in fields:
        with_it, without_it = (seats[field].mean(axis=1) for seats in (aware, without))
        rows.append([title, *(number(mean_by_deals(v), 2) for v in (with_it, without_it, with_it - without_it))])
    wins = [seats["wins"].mean(axis=1) for seats in (aware, without)]
    rows.append(["wins, shared ones included, %", *(percent(mean_by_deals(w)) for w in (*wins, wins[0] - wins[1]))])
    return markdown_table(["of a seat in a game of two", f"it plans for {what}", "it does not", "difference"], rows)
