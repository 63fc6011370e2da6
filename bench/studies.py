"""`python -m bench.studies [TABLE …]`: measures the tables of `docs/measured/strategies.md`.

Each table stands between two marks, `<!-- NAME -->` and `<!-- /NAME -->`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np

from bench.ladders import table_text
from ttrsim.documents.document import cell_text
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import Outcomes, SeatedTable
from ttrsim.stats.intervals import Estimate, mean_by_deals, share_by_deals

PAGE = Path(__file__).resolve().parents[1] / "docs" / "measured" / "strategies.md"
SEED = 1
PAIR_DEALS = 5_000  # in both seatings: 10,000 games a pair
SEAT_DEALS = 20_000
RIVAL_DEALS = 10_000  # in both seatings
STYLE_DEALS = 2_000
RESEARCH = ("onestep", "hungry", "path", "longroute")
RIVALS = (*RESEARCH, "greedy")
COMPANIES = (0, 1, 2, 100)  # with 0 it draws no tickets after the set-up
FAMILY = ("planner", "express", "hoarder", "rusher", "blocker", *RESEARCH)
COUNTS = {"europe": (2, 3, 4, 5), "new-york": (2, 3, 4), "usa": (2, 3, 4, 5)}


def main(*names: str) -> None:
    studies: dict[str, Callable[[], str]] = {
        "research": lambda: research_text(load_board("usa")),
        "research-flawed": lambda: research_text(flawed_usa()),
        "planner": planner_text,
        "rivals": rivals_text,
        "company": company_text,
        "seats": seats_text,
        "styles": styles_text,
    }
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tables = {name: pool.submit(studies[name]) for name in names or studies}
        for name, table in tables.items():
            write_table(PAGE, name, table.result())
            print(f"{name} done", flush=True)


def write_table(page: Path, name: str, table: str) -> None:
    marked = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    page.write_text(marked.sub(rf"\g<1>{table}\2", page.read_text(encoding="utf-8")), encoding="utf-8")


def flawed_usa() -> Board:
    """As in the engine of the papers: one route too short, and both halves of a double open to one player."""
    usa = load_board("usa")
    routes = [replace(route, double=None) for route in usa.routes]
    ends = {"Salt Lake City", "San Francisco"}
    routes = [replace(route, length=4) if {route.a, route.b} == ends else route for route in routes]
    return replace(usa, routes=tuple(routes))


# ---- games ---------------------------------------------------------------------------------------


def rotated(board: Board, bots: Sequence[str], n_deals: int) -> np.ndarray:
    """Seats of games [deal, rotation, bot], each deal played in every rotation of the bots."""
    n = len(bots)
    seatings = [[(seat + turn) % n for seat in range(n)] for turn in range(n)]
    table = SeatedTable(board, [load_bot(bot, TRAINS) for bot in bots], seatings, n)
    seats = table.play(SEED, 0, n_deals * n)["seats"].reshape(n_deals, n, -1)
    by_bot = [[seats[:, turn, (bot - turn) % n] for bot in range(n)] for turn in range(n)]
    return np.stack([np.stack(row, axis=1) for row in by_bot], axis=1)


def win_shares(seats: np.ndarray) -> np.ndarray:
    """A shared win counts in equal parts."""
    return seats["wins"] / seats["wins"].sum(axis=-1, keepdims=True)


def wins_of_first(seats: np.ndarray) -> Estimate:
    return share_by_deals(win_shares(seats)[:, :, 0].mean(axis=1), 2)


def number(estimate: Estimate, digits: int = 1) -> str:
    return cell_text(estimate, decimals=digits)


def percent(estimate: Estimate) -> str:
    return number(Estimate(*(100 * end for end in estimate)), 1)


# ---- studies -------------------------------------------------------------------------------------


def research_text(board: Board) -> str:
    rows = []
    for pair in combinations(RESEARCH, 2):
        seats = rotated(board, pair, PAIR_DEALS)
        shares = wins_of_first(seats)
        shared = (seats["wins"].sum(axis=-1) > 1).mean()
        points = [number(mean_by_deals(seats["total"][:, :, bot].mean(axis=1))) for bot in (0, 1)]
        rows.append([f"{pair[0]} – {pair[1]}", percent(shares), f"{100 * shared:.1f}", *points])
    seats = rotated(board, RESEARCH, PAIR_DEALS // 2)
    shares4 = [percent(share_by_deals(win_shares(seats)[:, :, bot].mean(axis=1), 4)) for bot in range(4)]
    four = table_text(["4 players, all of them at one table", *RESEARCH], [["wins, %", *shares4]])
    heading = ["2 players", "wins of the first, %", "shared, %", "points of the first", "of the second"]
    return table_text(heading, rows) + "\n" + four


def planner_text() -> str:
    """What the planner makes at a table of its own."""
    rows = []
    for board, n_players in (("usa", 2), ("usa", 4), ("europe", 2), ("europe", 4), ("new-york", 2), ("new-york", 4)):
        games = SeatedTable(load_board(board), [load_bot("planner", TRAINS)] * n_players).play(SEED, 0, SEAT_DEALS)
        seats = games["seats"][:, :n_players]
        kept = seats["n_completed"].sum(axis=1) + seats["n_failed"].sum(axis=1)
        completed = seats["n_completed"].sum() / kept.sum()
        rows.append(
            [
                f"{board}, {n_players} players",
                number(mean_by_deals(seats["total"].mean(axis=1))),
                number(mean_by_deals(seats["total"].max(axis=1))),
                f"{100 * completed:.1f}",
                number(mean_by_deals(games["turns"] / n_players)),
            ]
        )
    return table_text(["", "points", "points of the winner", "tickets completed, %", "turns a player"], rows)


def rivals_text() -> str:
    """What the planner wins of games against one other."""
    rows = []
    for rival in RIVALS:
        matches = [rotated(load_board(board), ("planner@default", rival), RIVAL_DEALS) for board in COUNTS]
        rows.append([rival, *(percent(wins_of_first(seats)) for seats in matches)])
    return table_text(["wins of the planner, %, against", *COUNTS], rows)


def company_text() -> str:
    """The planner that heeds others' tickets more or less: at a table of its own, and against one that draws none."""
    rows = []
    for name, company in product(COUNTS, COMPANIES):
        board, bot = load_board(name), f"planner@default(company={company})"
        games = SeatedTable(board, [load_bot(bot, TRAINS)] * 2).play(SEED, 0, SEAT_DEALS)
        seats = games["seats"][:, :2]
        kept = seats["n_completed"] + seats["n_failed"]
        against = rotated(board, (bot, f"planner@default(company={COMPANIES[0]})"), RIVAL_DEALS)
        rows.append(
            [
                f"{name}, {company}",
                number(mean_by_deals(seats["total"].max(axis=1))),
                number(mean_by_deals(kept.mean(axis=1)), 2),
                number(mean_by_deals(games["turns"] / 2)),
                percent(wins_of_first(against)) if company != COMPANIES[0] else "–",
            ]
        )
    return table_text(["board, `company`", "points of the winner", "tickets kept", "turns a player", "wins, %"], rows)


def seats_text() -> str:
    """Self-play of the planner: what the place at the table is worth."""
    rows = []
    for board, counts in COUNTS.items():
        for n_players in counts:
            seats = SeatedTable(load_board(board), [load_bot("planner", TRAINS)] * n_players).play(SEED, 0, SEAT_DEALS)[
                "seats"
            ]
            shares = win_shares(seats[:, :n_players])
            cells = [percent(share_by_deals(shares[:, seat], 1)) for seat in range(n_players)]
            rows.append([f"{board}, {n_players} players", *cells, *[""] * (5 - n_players)])
    return table_text(["wins, %", *(f"seat {seat}" for seat in range(5))], rows)


def styles_text() -> str:
    """Self-play of two: how each bot plays."""
    heading = ["", "points", "turns", "tickets kept", "completed, %", "mean route", "longest path", "stations"]
    parts = []
    for board in COUNTS:
        rows = [[bot, *style(load_board(board), bot)] for bot in FAMILY]
        parts.append(f"**{board}**\n\n{table_text(heading, rows)}")
    return "\n".join(parts)


def style(board: Board, bot: str) -> list[str]:
    outcomes = Outcomes(TRAINS)
    SeatedTable(board, [load_bot(bot, TRAINS)] * 2).play_into(outcomes, SEED, 0, STYLE_DEALS)
    seats, tallies = outcomes.results["seats"][:, :2], outcomes.tallies["seats"][:, :2]
    kept = seats["n_completed"] + seats["n_failed"]
    lengths = np.array([route.length for route in board.routes])[outcomes.column("claims", "route")]
    per_game = (
        seats["total"],
        tallies["turns"],
        kept,
    )
    cells = [number(mean_by_deals(values.mean(axis=1)), 2 if values is kept else 1) for values in per_game]
    cells.append(f"{100 * seats['n_completed'].sum() / max(1, kept.sum()):.0f}")
    cells.append(number(mean_by_deals(lengths.astype(float)), 2))
    cells.append(number(mean_by_deals(seats["longest"].mean(axis=1))) if board.parameters.longest_points else "–")
    cells.append(
        number(mean_by_deals((board.parameters.stations - seats["stations_left"]).mean(axis=1)), 2)
        if board.parameters.stations
        else "–"
    )
    return cells


if __name__ == "__main__":
    main(*sys.argv[1:])
