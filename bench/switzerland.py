"""`python -m bench.switzerland [TABLE …]`: how the planner plays Switzerland; the tables of `docs/switzerland.md`."""

from __future__ import annotations

import sys

import numpy as np

from bench.ladders import markdown_table
from bench.studies import PAGE, RESEARCH, SEED, number, percent, write_table
from ttrsim.engine.bots import load_bot
from ttrsim.engine.table import SeatedTable
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board, own_board
from ttrsim.games.trains.game import TRAINS
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


def seats_of(*bots: str, deals: int = DEALS) -> np.ndarray:
    """Seats of games [deal, seat]; the same deals for every line-up."""
    seats: np.ndarray = games_of(SWITZERLAND, *bots, deals=deals)["seats"][:, : len(bots)]
    return seats


def games_of(board: Board, *bots: str, deals: int = DEALS) -> np.ndarray:
    return SeatedTable(board, [load_bot(bot, TRAINS) for bot in bots]).play(SEED, 0, deals)


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
        seats = seats_of(*["planner"] * n_players)
        kept = seats["n_completed"].sum() + seats["n_failed"].sum()
        means = (seats["total"], seats["routes"], seats["tickets"], country_points(seats), seats["longest_points"])
        row = [number(mean_by_deals(values.mean(axis=1)), 2) for values in means]
        rows.append([f"{n_players} players", *row, f"{100 * seats['n_completed'].sum() / kept:.1f}"])
    columns = ["", "points", "of routes", "of tickets", "of country tickets among them", "of the longest path"]
    return markdown_table([*columns, "tickets completed, %"], rows)


def rivals_text() -> str:
    """Every deal in both seatings."""
    rows = []
    for rival in RESEARCH:
        games = [seats_of("planner", rival, deals=RIVAL_DEALS), seats_of(rival, "planner", deals=RIVAL_DEALS)[:, ::-1]]
        wins = np.mean([seats["wins"][:, 0] / seats["wins"].sum(axis=1) for seats in games], axis=0)
        ours, theirs = (np.mean([seats["total"][:, side] for seats in games], axis=0) for side in (0, 1))
        means = [number(mean_by_deals(values), 1) for values in (ours, theirs)]
        rows.append([f"`{rival}`", percent(share_by_deals(wins, 2)), *means])
    return markdown_table(["against", "wins of `planner`, %", "its points", "points of the other"], rows)


def countries_text() -> str:
    """Two planners, and the same deals once more with one of them unaware of the ends, in each seat in turn."""
    aware = seats_of("planner", "planner")
    unaware = np.stack([seats_of(UNAWARE, "planner")[:, 0], seats_of("planner", UNAWARE)[:, 1]], axis=1)
    both, rows = (aware, unaware), []
    for what, field in (("country tickets kept", "kept"), ("country tickets completed", "completed")):
        rows.append([what, *_means(*(held(seats, field).sum(axis=2) for seats in both))])
    rows.append(["points of country tickets", *_means(*map(country_points, both))])
    for what, field in (("points of all tickets", "tickets"), ("points", "total")):
        rows.append([what, *_means(*(seats[field] for seats in both))])
    wins = [seats["wins"].mean(axis=1) for seats in both]
    rows.append(["wins, shared ones included, %", *(percent(mean_by_deals(w)) for w in (*wins, wins[0] - wins[1]))])
    return markdown_table(["of a seat in a game of two", "it plans for all ends", "it does not", "difference"], rows)


def _means(aware: np.ndarray, unaware: np.ndarray) -> list[str]:
    with_it, without = aware.mean(axis=1), unaware.mean(axis=1)
    return [number(mean_by_deals(values), 2) for values in (with_it, without, with_it - without)]


def doubts_text() -> str:
    """Two planners, on the same deals with a market that is never cleared; and games that a tie-break decides."""
    printed, never = (games_of(board, "planner", "planner") for board in (SWITZERLAND, NEVER_CLEARED))
    rows = [
        [what, *_means(*(values(games) for games in (printed, never)))]
        for what, values in {
            "points of a seat": lambda games: games["seats"]["total"][:, :2],
            "turns of a game": lambda games: games["turns"][:, None],
            "market cleared, times a game": lambda games: games["flushes"][:, None],
        }.items()
    ]
    ties = [
        (games["seats"]["total"][:, 0] == games["seats"]["total"][:, 1]).astype(float) for games in (printed, never)
    ]
    rows.append(["tie on points, % of games", *(percent(mean_by_deals(t)) for t in (*ties, ties[0] - ties[1]))])
    return markdown_table(["", "three wilds clear the market", "they do not", "difference"], rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
