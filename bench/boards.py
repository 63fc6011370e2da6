"""What the pages about single boards measure: the planner's games, its rivals, and planners that ignore a bonus."""

from __future__ import annotations

import numpy as np

from bench.ladders import markdown_table
from bench.studies import RESEARCH, SEED, number, percent
from ttrsim.bots.finding import load_bot
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board, own_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.table import SeatedTable
from ttrsim.stats.intervals import mean_by_deals, share_by_deals

Fields = tuple[tuple[str, str], ...]  # what a column or row is called, and the field of a seat's result


def games_of(board: str | Board, *bots: str, deals: int) -> np.ndarray:
    """The same deals for every line-up."""
    played_on = own_board(load_board(board)) if isinstance(board, str) else board
    return SeatedTable(played_on, [load_bot(bot, TRAINS) for bot in bots]).play(SEED, 0, deals)


def seats_of(board: str | Board, *bots: str, deals: int) -> np.ndarray:
    """Seats of games [deal, seat]."""
    seats: np.ndarray = games_of(board, *bots, deals=deals)["seats"][:, : len(bots)]
    return seats


def completed_percent(seats: np.ndarray) -> str:
    """The share of all kept tickets that were completed."""
    kept = seats["n_completed"].sum() + seats["n_failed"].sum()
    return f"{100 * seats['n_completed'].sum() / kept:.1f}"


def own_games_row(seats: np.ndarray, fields: Fields) -> list[str]:
    """Means of games of planners, and the share of completed tickets."""
    kept = (seats["n_completed"] + seats["n_failed"]).sum(axis=1)
    done = seats["n_completed"].sum(axis=1) / np.maximum(1, kept)
    means = [number(mean_by_deals(seats[field].mean(axis=1)), 2) for _, field in fields]
    return [*means, percent(mean_by_deals(done))]


# ---- matches -------------------------------------------------------------------------------------


def match(board: str | Board, rival: str, deals: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """[deal] share of wins of `planner`, its points and those of its rival, as means over both seatings."""
    seatings = (
        seats_of(board, "planner", rival, deals=deals),
        seats_of(board, rival, "planner", deals=deals)[:, ::-1],
    )
    wins = np.mean([seats["wins"][:, 0] / seats["wins"].sum(axis=1) for seats in seatings], axis=0)
    ours, theirs = (np.mean([seats["total"][:, side] for seats in seatings], axis=0) for side in (0, 1))
    return wins, ours, theirs


def rival_shares(board: str, deals: int) -> list[str]:
    """How often `planner` wins against each bot from the literature."""
    return [percent(share_by_deals(match(board, rival, deals)[0], 2)) for rival in RESEARCH]


# ---- planners that ignore a bonus ----------------------------------------------------------------


def aware_and_not(
    board: str | Board, unaware: str, deals: int, planner: str = "planner"
) -> tuple[np.ndarray, np.ndarray]:
    """Seats of two planners, and of the same deals with one of them unaware of a bonus, in each seat in turn."""
    without = (
        seats_of(board, unaware, planner, deals=deals)[:, 0],
        seats_of(board, planner, unaware, deals=deals)[:, 1],
    )
    return seats_of(board, planner, planner, deals=deals), np.stack(without, axis=1)


def means_with_difference(with_it: np.ndarray, without: np.ndarray) -> list[str]:
    """Of numbers [deal, seat]."""
    means = with_it.mean(axis=1), without.mean(axis=1)
    return [number(mean_by_deals(values), 2) for values in (*means, means[0] - means[1])]


def percent_with_difference(with_it: np.ndarray, without: np.ndarray) -> list[str]:
    """Of shares [deal, seat]."""
    means = with_it.mean(axis=1), without.mean(axis=1)
    return [percent(mean_by_deals(values)) for values in (*means, means[0] - means[1])]


def field_rows(both: tuple[np.ndarray, np.ndarray], fields: Fields) -> list[list[str]]:
    """A row for each field, and one for the wins."""
    rows = [[title, *means_with_difference(*(seats[field] for seats in both))] for title, field in fields]
    return [*rows, ["wins, shared ones included, %", *percent_with_difference(*(seats["wins"] for seats in both))]]


def awareness_table(what: str, rows: list[list[str]]) -> str:
    return markdown_table(["of a seat in a game of two", f"it plans for {what}", "it does not", "difference"], rows)


def bonus_table(board: str, unaware: str, what: str, fields: Fields, deals: int) -> str:
    return awareness_table(what, field_rows(aware_and_not(board, unaware, deals), fields))
