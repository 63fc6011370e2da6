"""`python -m bench.boards [BOARD …]`: how the planner plays each board, and the tables of the pages in `docs/measured`.

A `Study` says what a page measures; each of its tables stands in the page between the marks `<!-- NAME -->`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bench.ladders import table_text
from bench.studies import PAGE, RESEARCH, SEED, number, percent, write_table
from ttrsim.games.registry import decks_of, load_board, maps_of
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable
from ttrsim.stats.intervals import mean_by_deals, share_by_deals

Values = (
    str | Callable[[np.ndarray], np.ndarray]
)  # a field of the results of seats, or what follows from them [deal, seat]
PLANNER = "planner"
POINTS: Mapping[str, Values] = {"points": "total", "of routes": "routes", "of tickets": "tickets"}
TICKETS: Mapping[str, Values] = {"completed tickets": "n_completed", "failed tickets": "n_failed"}


@dataclass(frozen=True)
class Study:
    """What a page measures."""

    boards: tuple[str, ...]
    players: tuple[int, ...]
    deals: int
    rival_deals: int  # in both seatings
    unaware: str  # a planner that does not plan for the bonus, though it scores it
    bonus: Mapping[str, Values]
    bonus_boards: tuple[str, ...] = ()  # those that have the bonus (default: all)
    shares: Mapping[str, Values] = field(default_factory=dict)  # of seats, in percent
    rules: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)  # other rules: from the board to another


def seats_of(board: Any, *bots: str, deals: int) -> np.ndarray:
    """Seats of games [deal, seat]: the same deals for every line-up."""
    games = SeatedTable(board, [load_bot(bot, TRAINS) for bot in bots]).play(SEED, 0, deals)
    seats: np.ndarray = games["seats"][:, : len(bots)]
    return seats


def values_of(seats: np.ndarray, values: Values) -> np.ndarray:
    """[deal, seat]"""
    return np.asarray(seats[values] if isinstance(values, str) else values(seats))


def of_deals(seats: np.ndarray, values: Values) -> np.ndarray:
    return values_of(seats, values).mean(axis=1)


def completed(seats: np.ndarray) -> np.ndarray:
    """[deal]: the share of the kept tickets that were completed."""
    done, failed = seats["n_completed"].sum(axis=1), seats["n_failed"].sum(axis=1)
    return np.asarray(done / np.maximum(1, done + failed))


# ---- tables --------------------------------------------------------------------------------------


def games_text(study: Study) -> str:
    """What a game between planners looks like."""
    columns, rows = POINTS | study.bonus, []
    for name in study.boards:
        for n_players in study.players:
            seats = seats_of(load_board(name), *[PLANNER] * n_players, deals=study.deals)
            means = [number(mean_by_deals(of_deals(seats, values)), 2) for values in columns.values()]
            rows.append([f"{name}, {n_players} players", *means, percent(mean_by_deals(completed(seats)))])
    return table_text(["", *columns, "tickets completed, %"], rows)


def win_shares(board: Any, rival: str, deals: int) -> np.ndarray:
    """[deal]: of the planner, over both seatings."""
    both = seats_of(board, PLANNER, rival, deals=deals), seats_of(board, rival, PLANNER, deals=deals)[:, ::-1]
    return np.mean([seats["wins"][:, 0] / seats["wins"].sum(axis=1) for seats in both], axis=0)


def rivals_text(study: Study) -> str:
    rows = [
        [name, *(percent(share_by_deals(win_shares(load_board(name), bot, study.rival_deals), 2)) for bot in RESEARCH)]
        for name in study.boards
    ]
    return table_text(["wins of `planner`, %", *(f"`{bot}`" for bot in RESEARCH)], rows)


def bonus_text(study: Study, name: str) -> str:
    """Two planners, and the same deals with one of them unaware of the bonus, in each seat in turn."""
    board, deals = load_board(name), study.deals
    aware = seats_of(board, PLANNER, PLANNER, deals=deals)
    unaware = np.stack(
        [
            seats_of(board, study.unaware, PLANNER, deals=deals)[:, 0],
            seats_of(board, PLANNER, study.unaware, deals=deals)[:, 1],
        ],
        axis=1,
    )
    rows = [
        [what, *with_difference(aware, unaware, values)]
        for what, values in (study.bonus | TICKETS | {"points": "total"}).items()
    ]
    shares = study.shares | {"wins, shared ones included": "wins"}
    rows += [[f"{what}, %", *with_difference(aware, unaware, values, 100)] for what, values in shares.items()]
    return table_text(["of a seat in a game of two", "it plans for the bonus", "it does not", "difference"], rows)


def with_difference(aware: np.ndarray, unaware: np.ndarray, values: Values, scale: int = 1) -> list[str]:
    ours, theirs = (scale * of_deals(seats, values) for seats in (aware, unaware))
    return [number(mean_by_deals(means), 1 if scale > 1 else 2) for means in (ours, theirs, ours - theirs)]


def rules_text(study: Study) -> str:
    """Two planners on the same deals with other rules."""
    [name] = study.boards
    columns = {**POINTS, "cards left": "cards_left"}
    board = load_board(name)
    base = seats_of(board, PLANNER, PLANNER, deals=study.deals)
    rows = [["as printed", *(number(mean_by_deals(of_deals(base, values)), 2) for values in columns.values())]]
    for rule, change in study.rules.items():
        seats = seats_of(change(board), PLANNER, PLANNER, deals=study.deals)
        differences = [of_deals(seats, values) - of_deals(base, values) for values in columns.values()]
        rows.append([f"{rule}: difference", *(number(mean_by_deals(values), 2) for values in differences)])
    return table_text(["of a seat in a game of two", *columns], rows)


# ---- the boards ----------------------------------------------------------------------------------


def joined(district: int) -> Values:
    return lambda seats: seats["districts"] >> district & 1


def country_points(seats: np.ndarray) -> np.ndarray:
    """[deal, seat] points of all country tickets (W4)."""
    points = np.zeros(seats.shape)
    for place, ticket in enumerate(load_board("switzerland").tickets):
        if ticket.ends:
            kept, done = (seats[name][..., place >> 6] >> np.uint64(place & 63) & np.uint64(1) for name in KEPT)
            gains = np.array([end.points for end in ticket.alternatives])[seats["ends"][..., place]]
            points += np.where(done == 1, gains, -ticket.points * kept.astype(int))
    return points


KEPT = ("kept", "completed")


def parameters(**values: Any) -> Callable[[Any], Any]:
    return lambda board: board.with_parameters(**values)


def without_sets(board: Any) -> Any:
    return replace(board, routes=tuple(replace(route, any_set=0) for route in board.routes))


STUDIES = {
    "london": Study(
        ("london",),
        (2, 3, 4),
        10_000,
        1_500,
        "planner(districts=0)",
        {"of districts": "district_points"},
        shares={f"district {number} joined": joined(number - 1) for number in range(1, 6)},
    ),
    "india": Study(
        ("india",),
        (2, 3, 4),
        4_000,
        1_500,
        "planner(mandalas=0)",
        {"of mandalas": "mandala_points", "mandalas": "mandalas"},
    ),
    "nordic": Study(
        ("nordic",),
        (2, 3),
        2_000,
        500,
        "planner(globetrotter=0)",
        {"of the bonus": "globetrotter_points"},
        shares={"gets the bonus": lambda seats: seats["globetrotter_points"] > 0},
        rules={
            "without sets": without_sets,
            "three wilds clear the market (NC2)": parameters(flush_wilds=3),
            "sets for symbols only (NC3)": parameters(ferry_sets="symbols"),
            "unlike routes are no doubles (NC6)": parameters(unlike_doubles=False),
        },
    ),
    "switzerland": Study(
        ("switzerland",),
        (2, 3),
        5_000,
        1_500,
        "planner(countries=0)",  # counts every end of a country ticket for no more than the lowest one
        {"of country tickets": country_points, "of the longest path": "longest_points"},
        rules={"the market is never cleared (M3)": parameters(flush_wilds=6)},
    ),
    "decks": Study(
        tuple(deck for name in maps_of(TRAINS) for deck in decks_of(TRAINS, name)),
        (2,),
        3_000,
        1_000,
        "planner(globetrotter=0)",
        {"of the Globetrotter": "globetrotter_points"},
        bonus_boards=("usa-1910", "usa-mega"),
    ),
}


def tables_of(study: Study) -> dict[str, Callable[[], str]]:
    tables: dict[str, Callable[[], str]] = {"games": lambda: games_text(study), "rivals": lambda: rivals_text(study)}
    for name in study.bonus_boards or study.boards:
        tables[f"bonus {name}"] = lambda name=name: bonus_text(study, name)  # type: ignore[misc]
    if study.rules:
        tables["rules"] = lambda: rules_text(study)
    return tables


def main(*pages: str) -> None:
    for page in pages or STUDIES:
        for name, text in tables_of(STUDIES[page]).items():
            write_table(PAGE.with_name(f"{page}.md"), name, table := text())
            print(page, name, table, sep="\n", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
