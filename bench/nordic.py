"""`python -m bench.nordic`: how the planner plays Nordic Countries, and the tables of `docs/nordic.md`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bench.ladders import markdown_table
from bench.studies import PAGE, SEED, number, percent, write_table
from ttrsim.engine.bots import load_bot
from ttrsim.engine.table import SeatedTable
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import own_board
from ttrsim.games.trains.game import TRAINS
from ttrsim.stats.intervals import mean_by_deals

NORDIC = own_board(load_board("nordic"))
WITHOUT_SETS = replace(NORDIC, routes=tuple(replace(route, any_set=0) for route in NORDIC.routes))
OTHER_RULES = {
    "without sets": WITHOUT_SETS,
    "three wilds clear the market (NC2)": NORDIC.with_parameters(flush_wilds=3),
    "sets for symbols only (NC3)": NORDIC.with_parameters(ferry_sets="symbols"),
    "unlike routes are no doubles (NC6)": NORDIC.with_parameters(unlike_doubles=False),
}
UNAWARE = "planner(globetrotter=0)"  # gets the bonus, but does not plan for it
LITERATURE = ("onestep", "hungry", "path", "longroute")
DEALS = 2_000
MATCH_DEALS = 500


def main() -> None:
    texts = {
        "planner": planner_text,
        "literature": literature_text,
        "globetrotter": globetrotter_text,
        "rules": rules_text,
    }
    for name, text in texts.items():
        write_table(PAGE.with_name("nordic.md"), name, table := text())
        print(table, flush=True)


def games_of(*bots: str, board: object = NORDIC, deals: int = DEALS) -> np.ndarray:
    """Seats of games [deal, seat]; the same deals for every line-up."""
    games = SeatedTable(own_board(board), [load_bot(bot, TRAINS) for bot in bots]).play(SEED, 0, deals)
    seats: np.ndarray = games["seats"][:, : len(bots)]
    return seats


def completed(seats: np.ndarray) -> str:
    kept = seats["n_completed"].sum() + seats["n_failed"].sum()
    return f"{100 * seats['n_completed'].sum() / kept:.1f}"


def planner_text() -> str:
    rows = []
    for n_players in (2, 3):
        seats = games_of(*["planner"] * n_players)
        means = (seats["total"], seats["routes"], seats["tickets"], seats["globetrotter_points"], seats["cards_left"])
        row = [number(mean_by_deals(values.mean(axis=1)), 2) for values in means]
        rows.append([f"{n_players} players", *row, completed(seats)])
    columns = ["", "points", "of routes", "of tickets", "of the bonus", "cards left", "tickets completed, %"]
    return markdown_table(columns, rows)


def literature_text() -> str:
    """Shared wins count as half."""
    rows = []
    for other in LITERATURE:
        seatings = (games_of("planner", other, deals=MATCH_DEALS), games_of(other, "planner", deals=MATCH_DEALS))
        shares = [seats["wins"] / seats["wins"].sum(axis=1, keepdims=True) for seats in seatings]
        wins = (shares[0][:, 0] + shares[1][:, 1]) / 2
        points = (seatings[0]["total"][:, 0] + seatings[1]["total"][:, 1]) / 2
        theirs = (seatings[0]["total"][:, 1] + seatings[1]["total"][:, 0]) / 2
        rows.append([f"`{other}`", percent(mean_by_deals(wins)), number(mean_by_deals(points - theirs), 1)])
    return markdown_table(["planner against", f"wins, % (n = {MATCH_DEALS:,} deals)", "lead in points"], rows)


def globetrotter_text() -> str:
    """Two planners, and the same deals once more with one of them unaware of the bonus, in each seat in turn."""
    aware = games_of("planner", "planner")
    unaware = np.stack([games_of(UNAWARE, "planner")[:, 0], games_of("planner", UNAWARE)[:, 1]], axis=1)
    rows = []
    for what, field in (
        ("tickets completed", "n_completed"),
        ("tickets failed", "n_failed"),
        ("points of the bonus", "globetrotter_points"),
        ("points", "total"),
    ):
        with_it, without = (seats[field].mean(axis=1) for seats in (aware, unaware))
        rows.append([what, *(number(mean_by_deals(v), 2) for v in (with_it, without, with_it - without))])
    for what, field in (("gets the bonus, %", "globetrotter_points"), ("wins, shared ones included, %", "wins")):
        shares = [(seats[field] > 0).mean(axis=1) for seats in (aware, unaware)]
        rows.append([what, *(percent(mean_by_deals(v)) for v in (*shares, shares[0] - shares[1]))])
    return markdown_table(["of a seat in a game of two", "it plans for the bonus", "it does not", "difference"], rows)


def rules_text() -> str:
    columns = {"points": "total", "of routes": "routes", "of tickets": "tickets", "cards left": "cards_left"}
    seats = games_of("planner", "planner")
    base = {field: seats[field].mean(axis=1) for field in columns.values()}
    rows = [["as above", *(number(mean_by_deals(values), 2) for values in base.values())]]
    for name, board in OTHER_RULES.items():
        seats = games_of("planner", "planner", board=board)
        differences = [seats[field].mean(axis=1) - base[field] for field in columns.values()]
        rows.append([f"{name}: difference", *(number(mean_by_deals(values), 2) for values in differences)])
    return markdown_table(["of a seat in a game of two", *columns], rows)


if __name__ == "__main__":
    main()
