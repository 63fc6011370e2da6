"""`python -m bench.nordic`: how the planner plays Nordic Countries, and the tables of `docs/nordic.md`."""

from __future__ import annotations

from dataclasses import replace

from bench.boards import (
    aware_and_not,
    awareness_table,
    completed_percent,
    match,
    means_with_difference,
    percent_with_difference,
    seats_of,
)
from bench.ladders import markdown_table
from bench.studies import PAGE, RESEARCH, number, percent, write_table
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import own_board
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


def planner_text() -> str:
    rows = []
    for n_players in (2, 3):
        seats = seats_of(NORDIC, *["planner"] * n_players, deals=DEALS)
        means = (seats["total"], seats["routes"], seats["tickets"], seats["globetrotter_points"], seats["cards_left"])
        row = [number(mean_by_deals(values.mean(axis=1)), 2) for values in means]
        rows.append([f"{n_players} players", *row, completed_percent(seats)])
    columns = ["", "points", "of routes", "of tickets", "of the bonus", "cards left", "tickets completed, %"]
    return markdown_table(columns, rows)


def literature_text() -> str:
    """Shared wins count as half."""
    rows = []
    for other in RESEARCH:
        wins, points, theirs = match(NORDIC, other, MATCH_DEALS)
        rows.append([f"`{other}`", percent(mean_by_deals(wins)), number(mean_by_deals(points - theirs), 1)])
    return markdown_table(["planner against", f"wins, % (n = {MATCH_DEALS:,} deals)", "lead in points"], rows)


def globetrotter_text() -> str:
    both, rows = aware_and_not(NORDIC, UNAWARE, DEALS), []
    for what, field in (
        ("tickets completed", "n_completed"),
        ("tickets failed", "n_failed"),
        ("points of the bonus", "globetrotter_points"),
        ("points", "total"),
    ):
        rows.append([what, *means_with_difference(*(seats[field] for seats in both))])
    for what, field in (("gets the bonus, %", "globetrotter_points"), ("wins, shared ones included, %", "wins")):
        rows.append([what, *percent_with_difference(*(seats[field] > 0 for seats in both))])
    return awareness_table("the bonus", rows)


def rules_text() -> str:
    columns = {"points": "total", "of routes": "routes", "of tickets": "tickets", "cards left": "cards_left"}
    seats = seats_of(NORDIC, "planner", "planner", deals=DEALS)
    base = {field: seats[field].mean(axis=1) for field in columns.values()}
    rows = [["as above", *(number(mean_by_deals(values), 2) for values in base.values())]]
    for name, board in OTHER_RULES.items():
        seats = seats_of(board, "planner", "planner", deals=DEALS)
        differences = [seats[field].mean(axis=1) - base[field] for field in columns.values()]
        rows.append([f"{name}: difference", *(number(mean_by_deals(values), 2) for values in differences)])
    return markdown_table(["of a seat in a game of two", *columns], rows)


if __name__ == "__main__":
    main()
