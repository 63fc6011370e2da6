"""`python -m bench.decks`: how the planner plays the further ticket decks, and the tables of `docs/decks.md`."""

from __future__ import annotations

from bench.boards import Fields, bonus_table, own_games_row, rival_shares, seats_of
from bench.ladders import markdown_table
from bench.studies import PAGE, RESEARCH, write_table
from ttrsim.games.trains.game import TRAINS

DECKS = [deck for name in TRAINS.map_names() for deck in TRAINS.deck_names(name)]
UNAWARE = "planner(globetrotter=0)"
DEALS = 3_000
RIVAL_DEALS = 1_000  # in both seatings
PARTS: Fields = (("points", "total"), ("of routes", "routes"), ("of tickets", "tickets"), ("completed", "n_completed"))
COMPARED: Fields = (
    ("points of the Globetrotter", "globetrotter_points"),
    ("completed tickets", "n_completed"),
    ("failed tickets", "n_failed"),
    ("points", "total"),
)


def main() -> None:
    texts = {"planner": planner_text, "rivals": rivals_text}
    texts |= {name: lambda name=name: globetrotter_text(name) for name in ("usa-1910", "usa-mega")}
    for name, text in texts.items():
        write_table(PAGE.with_name("decks.md"), name, table := text())
        print(table, flush=True)


def planner_text() -> str:
    rows = [[f"`{deck}`", *own_games_row(seats_of(deck, "planner", "planner", deals=DEALS), PARTS)] for deck in DECKS]
    return markdown_table(["deck", *(title for title, _ in PARTS), "tickets completed, %"], rows)


def rivals_text() -> str:
    rows = [[f"`{deck}`", *rival_shares(deck, RIVAL_DEALS)] for deck in DECKS]
    return markdown_table(["wins of `planner`, %", *(f"`{bot}`" for bot in RESEARCH)], rows)


def globetrotter_text(deck: str) -> str:
    return bonus_table(deck, UNAWARE, "the Globetrotter", COMPARED, DEALS)


if __name__ == "__main__":
    main()
