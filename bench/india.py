"""`python -m bench.india`: how the planner plays India, and the tables of `docs/india.md`."""

from __future__ import annotations

from bench.boards import Fields, bonus_table, own_games_row, rival_shares, seats_of
from bench.ladders import markdown_table
from bench.studies import PAGE, RESEARCH, write_table

UNAWARE = "planner(mandalas=0)"  # scores mandalas, but does not plan for them
DEALS = 4_000
RIVAL_DEALS = 1_500  # in both seatings
PARTS: Fields = (
    ("points", "total"),
    ("of routes", "routes"),
    ("of tickets", "tickets"),
    ("of mandalas", "mandala_points"),
    ("mandalas", "mandalas"),
)
COMPARED: Fields = (
    ("mandalas", "mandalas"),
    ("points of mandalas", "mandala_points"),
    ("completed tickets", "n_completed"),
    ("failed tickets", "n_failed"),
    ("points", "total"),
)


def main() -> None:
    texts = {"planner": planner_text, "rivals": rivals_text, "mandalas": mandalas_text}
    for name, text in texts.items():
        write_table(PAGE.with_name("india.md"), name, table := text())
        print(table, flush=True)


def planner_text() -> str:
    rows = [
        [f"{n} players", *own_games_row(seats_of("india", *["planner"] * n, deals=DEALS), PARTS)] for n in (2, 3, 4)
    ]
    return markdown_table(["", *(title for title, _ in PARTS), "tickets completed, %"], rows)


def rivals_text() -> str:
    rows = [[f"`{bot}`", share] for bot, share in zip(RESEARCH, rival_shares("india", RIVAL_DEALS), strict=True)]
    return markdown_table(["against", "wins of `planner`, %"], rows)


def mandalas_text() -> str:
    return bonus_table("india", UNAWARE, "mandalas", COMPARED, DEALS)


if __name__ == "__main__":
    main()
