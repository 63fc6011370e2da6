"""`python -m bench.london`: how the planner, as declared, plays London, and the tables of `docs/london.md`."""

from __future__ import annotations

from bench.boards import aware_and_not, awareness_table, completed_percent, field_rows, seats_of
from bench.ladders import table_text
from bench.studies import PAGE, number, percent, write_table
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import own_board
from ttrsim.stats.intervals import mean_by_deals, share_by_deals

LONDON = own_board(load_board("london"))
PLANNER = "planner@default"
UNAWARE = "planner@default(districts=0)"  # scores districts, but does not plan for them
DISTRICTS = LONDON.parameters.district_points
DEALS = 10_000


def main() -> None:
    for name, text in (("planner", planner_text()), ("districts", districts_text())):
        write_table(PAGE.with_name("london.md"), name, text)
        print(text, flush=True)


def planner_text() -> str:
    rows = []
    for n_players in (2, 3, 4):
        seats = seats_of(LONDON, *[PLANNER] * n_players, deals=DEALS)
        means = (seats["total"], seats["routes"], seats["tickets"], seats["district_points"])
        row = [number(mean_by_deals(values.mean(axis=1)), 2) for values in means]
        rows.append([f"{n_players} players", *row, completed_percent(seats)])
    return table_text(["", "points", "of routes", "of tickets", "of districts", "tickets completed, %"], rows)


def districts_text() -> str:
    both, rows = aware_and_not(LONDON, UNAWARE, DEALS, PLANNER), []
    for place, (name, points) in enumerate(DISTRICTS.items()):
        with_it, without = ((seats["districts"] >> place & 1).mean(axis=1) for seats in both)
        shares = [percent(share_by_deals(values, 2)) for values in (with_it, without)]
        rows.append(
            [f"district {name}, {points} points: joined, %", *shares, percent(mean_by_deals(with_it - without))]
        )
    rows += field_rows(both, (("points of districts", "district_points"), ("points", "total")))
    return awareness_table("districts", rows)


if __name__ == "__main__":
    main()
