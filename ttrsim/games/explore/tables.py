"""The tables of a run: every column with its type, unit and meaning. `docs/files.md` is generated from this file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl

from ttrsim.games.explore.board.model import TYPES, Board
from ttrsim.play.columns import (
    CHANCES,
    Played,
    TableColumn,
    games_table,
    of_result,
    of_seat_result,
    row_column,
    rows_table,
    seat_tally_column,
    seats_table,
)

COLOURS = TYPES[:3]  # red, green, blue: of blocks, and of the tourists that like them


def _blocks(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [f"{block.x}{block.y}" for block in board.blocks]


def _cards(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [card.id for card in board.cards]


def _of_list(name: str, place: int) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.of_seats(chunk.outcomes.results["seats"][name][:, :, place])


def _box(name: str, meaning: str) -> TableColumn:
    return TableColumn(f"{name}_points", pl.Int16, "points", meaning, of_seat_result(name))


GAMES = games_table(
    (TableColumn("rounds", pl.UInt8, "rounds", "cards in play ÷ 3 (§4)", of_result("rounds")),),
    (
        TableColumn(
            "fallbacks",
            pl.UInt8,
            "turns",
            "turns of all seats in which no offered block was empty (§4.2)",
            of_result("fallbacks"),
        ),
    ),
)

SEATS = seats_table(
    (
        *(_box(colour, f"{colour} tourists × {colour} blocks beside the route (§5)") for colour in COLOURS),
        _box("cafes", "for cafés on the route (§5)"),
        _box("yellow", "for yellow blocks beside the route (§5)"),
        _box("grey", "for grey blocks beside the route (§5)"),
    ),
    (
        *(
            TableColumn(
                f"{colour}_tourists",
                pl.Int16,
                "tourists",
                f"{colour} tourists beside the route",
                _of_list("tourists", place),
            )
            for place, colour in enumerate(COLOURS)
        ),
        *(
            TableColumn(
                f"{colour}_placed",
                pl.Int16,
                "tourists",
                f"{colour} tourists on the whole map",
                _of_list("all_tourists", place),
            )
            for place, colour in enumerate(COLOURS)
        ),
        *(
            TableColumn(
                f"{kind}_blocks", pl.UInt8, "blocks", f"{kind} blocks beside the route", _of_list("blocks", place)
            )
            for place, kind in enumerate(TYPES)
        ),
        TableColumn("connections", pl.UInt8, "connections", "drawn", of_seat_result("n_drawn")),
        TableColumn("route_length", pl.UInt8, "connections", "of the final route", of_seat_result("length")),
        TableColumn("cafes_on_route", pl.UInt8, "cafés", "on the final route", of_seat_result("n_cafes")),
        TableColumn("cafes_used", pl.UInt8, "cafés", "cafés that gave tourists (§4.5)", of_seat_result("cafes_used")),
        TableColumn(
            "fallbacks", pl.UInt8, "turns", "in which no offered block was empty (§4.2)", of_seat_result("fallbacks")
        ),
        seat_tally_column("joined", "turns", "turns with two joined connections (§4.4 a)"),
        seat_tally_column("single", "turns", "turns with one connection anywhere (§4.4 b, c)"),
        seat_tally_column("extras", "connections", "connections for a `+` (§4.4)"),
        seat_tally_column("cafe_tourists", "tourists", "tourists from cafés (§4.5)"),
        TableColumn("route_low", pl.UInt64, "", "final route: segments 0 to 63 as a bit set", _of_list("route", 0)),
        TableColumn("route_high", pl.UInt64, "", "final route: segments 64 to 79", _of_list("route", 1)),
        TableColumn(
            "route_blocks",
            pl.UInt64,
            "",
            "blocks beside the route as a bit set, in reading order",
            of_seat_result("route_blocks"),
        ),
        TableColumn(
            "route_cafes",
            pl.UInt64,
            "",
            "crossings of the cafés on the route as a bit set",
            of_seat_result("route_cafes"),
        ),
    ),
)

TURNS = rows_table(
    "turns",
    "a turn of a seat",
    row_column("seat", pl.UInt8, "", "whose turn it is"),
    row_column("round", pl.UInt8, "round", "from 1"),
    row_column("is_first", pl.Boolean, "", "whether the seat is the round's first player"),
    row_column("block", _blocks, "", "the chosen block: its x and y (§4.2)"),
    row_column("card_1", _cards, "", "an action card"),
    row_column("card_2", _cards, "", "the other action card"),
    row_column("fallback", pl.Boolean, "", "no offered block was empty (§4.2)"),
    *(
        row_column(colour, pl.UInt8, "tourists", f"{colour} tourists placed, including those from cafés")
        for colour in COLOURS
    ),
    row_column("connections", pl.UInt8, "connections", "drawn"),
    row_column("joined", pl.Boolean, "", "two of them joined (§4.4 a)"),
    row_column("cafes", pl.UInt8, "cafés", "reached for the first time (§4.5)"),
)

CARDS = rows_table(
    "cards",
    "a card turned up",
    row_column("seat", pl.UInt8, "", "the first player, who turned it up (§4.1)"),
    row_column("round", pl.UInt8, "round", "from 1"),
    row_column("card", _cards, "", "id on the board"),
    row_column("discarded", pl.Boolean, "", "whether the first player discarded it; the others are the action cards"),
)

TABLES = {table.name: table for table in (GAMES, SEATS, TURNS, CARDS, CHANCES)}
