"""`python -m bench.switzerland [TABLE …]`: how the planner plays Switzerland; the tables of `docs/switzerland.md`."""

from __future__ import annotations

import sys

import numpy as np

from bench.boards import (
    aware_and_not,
    awareness_table,
    completed_percent,
    field_rows,
    games_of,
    match,
    means_with_difference,
    percent_with_difference,
    seats_of,
)
from bench.ladders import markdown_table
from bench.studies import PAGE, RESEARCH, number, percent, write_table
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import own_board
from ttrsim.stats.intervals import mean_by_deals, share_by_deals

SWITZERLAND = own_board(load_board("switzerland"))
UNAWARE = "planner(countries=0)"  # counts every end of a country ticket for no more than the lowest one
NEVER_CLEARED = SWITZERLAND.with_parameters(flush_wilds=6)
COUNTRY_TICKETS = [place for place, ticket in enumerate(SWITZERLAND.tickets) if ticket.ends]
DEALS = 5_000
RIVAL_DEALS = 1_500  # in both seatings


def main(*names: str) -> None:
    texts = {"planner": planner_text, "rivals": rivals_text, "countries": countries_text, "doubts": doubts_text}
    for name in names or texts:
        write_table(PAGE.with_name("switzerland.md"), name, table := texts[name]())
        print(table, flush=True)


def held(seats: np.ndarray, field: str) -> np.ndarray:
    """[deal, seat, country ticket] whether it is in the set of tickets."""
    assert max(COUNTRY_TICKETS) < 64
    found: np.ndarray = seats[field][..., :1] >> np.array(COUNTRY_TICKETS, np.uint64) & np.uint64(1) == 1
    return found


def country_points(seats: np.ndarray) -> np.ndarray:
    """[deal, seat] points of all country tickets (W4)."""
    kept, done = held(seats, "kept"), held(seats, "completed")
    points = np.zeros(seats.shape)
    for place, number_of_ticket in enumerate(COUNTRY_TICKETS):
        ticket = SWITZERLAND.tickets[number_of_ticket]
        gains = np.array([end.points for end in ticket.alternatives])[seats["ends"][..., number_of_ticket]]
        points += np.where(done[..., place], gains, -ticket.points * kept[..., place])
    return points


def planner_text() -> str:
    rows = []
    for n_players in (2, 3):
        seats = seats_of(SWITZERLAND, *["planner"] * n_players, deals=DEALS)
        means = (seats["total"], seats["routes"], seats["tickets"], country_points(seats), seats["longest_points"])
        row = [number(mean_by_deals(values.mean(axis=1)), 2) for values in means]
        rows.append([f"{n_players} players", *row, completed_percent(seats)])
    columns = ["", "points", "of routes", "of tickets", "of country tickets among them", "of the longest path"]
    return markdown_table([*columns, "tickets completed, %"], rows)


def rivals_text() -> str:
    rows = []
    for rival in RESEARCH:
        wins, ours, theirs = match(SWITZERLAND, rival, RIVAL_DEALS)
        means = [number(mean_by_deals(values), 1) for values in (ours, theirs)]
        rows.append([f"`{rival}`", percent(share_by_deals(wins, 2)), *means])
    return markdown_table(["against", "wins of `planner`, %", "its points", "points of the other"], rows)


def countries_text() -> str:
    both, rows = aware_and_not(SWITZERLAND, UNAWARE, DEALS), []
    for what, field in (("country tickets kept", "kept"), ("country tickets completed", "completed")):
        rows.append([what, *means_with_difference(*(held(seats, field).sum(axis=2) for seats in both))])
    rows.append(["points of country tickets", *means_with_difference(*map(country_points, both))])
    rows += field_rows(both, (("points of all tickets", "tickets"), ("points", "total")))
    return awareness_table("all ends", rows)


def doubts_text() -> str:
    """Two planners, on the same deals with a market that is never cleared; and games that a tie-break decides."""
    both = [games_of(board, "planner", "planner", deals=DEALS) for board in (SWITZERLAND, NEVER_CLEARED)]
    rows = [
        [what, *means_with_difference(*(values(games) for games in both))]
        for what, values in {
            "points of a seat": lambda games: games["seats"]["total"][:, :2],
            "turns of a game": lambda games: games["turns"][:, None],
            "market cleared, times a game": lambda games: games["flushes"][:, None],
        }.items()
    ]
    ties = [games["seats"]["total"][:, :1] == games["seats"]["total"][:, 1:2] for games in both]
    rows.append(["tie on points, % of games", *percent_with_difference(*ties)])
    return markdown_table(["", "three wilds clear the market", "they do not", "difference"], rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
