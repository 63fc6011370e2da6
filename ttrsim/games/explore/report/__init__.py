"""What a report on Explore New York has beyond what every game's has."""

from __future__ import annotations

from ttrsim.games.explore.report.sections import cards, colours, fairness, places, scores, shapes
from ttrsim.report.model import Column, Row, Table
from ttrsim.report.sections import strategies

SECTIONS = (
    scores.scores,
    places.places,
    cards.cards,
    colours.colours,
    shapes.shapes,
    strategies.strategies,
    fairness.fairness,
)
FIGURES = ("scores", "places", "cards", "colours", "shapes", "strategies", "fairness")  # the files, in this order

BOXES = ("name", "points", "share", "median", "points_n")
SHORT = ("name", "kept", "score", "win", "kept_n")
ENDS = 5  # cards shown from the top and from the bottom

# runs side by side; column: (table, key of the row, what it should be, value)
COMPARED = {
    Column("length", "length of the route", "number", has_interval=True): ("maps", "what", "route_length", "value"),
    Column("cafes", "cafés on the route", "number", has_interval=True): ("maps", "what", "cafes_on_route", "value"),
    Column("blocks", "blocks beside it", "number", has_interval=True): ("maps", "what", "blocks", "value"),
    Column("blue", "points for blue", "number", has_interval=True): ("boxes", "box", "blue", "points"),
    Column("joined", "turns with two joined connections", "share", has_interval=True): (
        "ways",
        "way",
        "two joined",
        "share",
    ),
}


def essentials(tables: dict[str, Table]) -> list[Table]:
    """What the terminal shows of this game's tables."""
    found = [of_columns(tables["boxes"], BOXES)] if "boxes" in tables else []
    return found + ([best_and_worst(tables["cards"])] if "cards" in tables else [])


def of_columns(table: Table, columns: tuple[str, ...]) -> Table:
    return Table(table.id, table.title, tuple(column for column in table.columns if column.id in columns), table.rows)


def best_and_worst(table: Table) -> Table:
    columns = of_columns(table, SHORT).columns
    rows: list[Row] = [row for row in table.rows if row.get("score") is not None] or table.rows
    if len(rows) > 2 * ENDS:
        rows = [*rows[:ENDS], {column.id: "…" if column.id == "name" else None for column in columns}, *rows[-ENDS:]]
    return Table(table.id, "Cards at both ends", columns, rows)
