"""`python -m bench.london`: how the planner, as declared, plays London, and the tables of `docs/london.md`."""

from __future__ import annotations

import numpy as np

from bench.ladders import markdown_table
from bench.studies import PAGE, SEED, number, percent, write_table
from ttrsim.engine.bots import load_bot
from ttrsim.engine.table import SeatedTable
from ttrsim.games.registry import load_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.stats.intervals import mean_by_deals, share_by_deals

LONDON = load_board("london")
PLANNER = "planner@default"
UNAWARE = "planner@default(districts=0)"  # scores districts, but does not plan for them
DISTRICTS = LONDON.parameters.district_points
DEALS = 10_000


def main() -> None:
    for name, text in (("planner", planner_text()), ("districts", districts_text())):
        write_table(PAGE.with_name("london.md"), name, text)
        print(text, flush=True)


def games_of(*bots: str) -> np.ndarray:
    """Seats of games [deal, seat]; the same deals for every line-up."""
    games = SeatedTable(LONDON, [load_bot(bot, TRAINS) for bot in bots]).play(SEED, 0, DEALS)
    seats: np.ndarray = games["seats"][:, : len(bots)]
    return seats


def planner_text() -> str:
    rows = []
    for n_players in (2, 3, 4):
        seats = games_of(*[PLANNER] * n_players)
        kept = seats["n_completed"].sum() + seats["n_failed"].sum()
        means = (seats["total"], seats["routes"], seats["tickets"], seats["district_points"])
        row = [number(mean_by_deals(values.mean(axis=1)), 2) for values in means]
        rows.append([f"{n_players} players", *row, f"{100 * seats['n_completed'].sum() / kept:.1f}"])
    return markdown_table(["", "points", "of routes", "of tickets", "of districts", "tickets completed, %"], rows)


def districts_text() -> str:
    """Two planners, and the same deals once more with one of them unaware of districts, in each seat in turn."""
    aware = games_of(PLANNER, PLANNER)
    unaware = np.stack([games_of(UNAWARE, PLANNER)[:, 0], games_of(PLANNER, UNAWARE)[:, 1]], axis=1)
    rows = []
    for place, (name, points) in enumerate(DISTRICTS.items()):
        with_it, without = ((seats["districts"] >> place & 1).mean(axis=1) for seats in (aware, unaware))
        shares = [percent(share_by_deals(values, 2)) for values in (with_it, without)]
        rows.append(
            [f"district {name}, {points} points: joined, %", *shares, percent(mean_by_deals(with_it - without))]
        )
    for what, field in (("points of districts", "district_points"), ("points", "total")):
        with_it, without = (seats[field].mean(axis=1) for seats in (aware, unaware))
        means = [number(mean_by_deals(values), 2) for values in (with_it, without, with_it - without)]
        rows.append([what, *means])
    wins = [seats["wins"].mean(axis=1) for seats in (aware, unaware)]
    rows.append(["wins, shared ones included, %", *(percent(mean_by_deals(w)) for w in (*wins, wins[0] - wins[1]))])
    return markdown_table(["of a seat in a game of two", "it plans for districts", "it does not", "difference"], rows)


if __name__ == "__main__":
    main()
