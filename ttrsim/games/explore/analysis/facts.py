"""What is known of a board before a game is played, as small frames that join with the tables of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.games.explore.board.geometry import CROSSINGS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.tables import COLOURS
from ttrsim.measures.batch import Batch
from ttrsim.measures.codes import Ints, ints
from ttrsim.measures.facts import Facts, cell

BOXES = (*COLOURS, "cafes", "yellow", "grey")  # of the score strip (§5)


@dataclass(frozen=True)
class ExploreFacts(Facts):
    """What is known of blocks, cafés, roads and cards."""

    board: Board

    sources = tuple(f"{box}_points" for box in BOXES)
    habits = (
        "connections",
        "route_length",
        "cafes_used",
        "cafes_on_route",
        "fallbacks",
        "joined",
        "single",
        "extras",
        "cafe_tourists",
        *(f"{colour}_tourists" for colour in COLOURS),
        *(f"{colour}_placed" for colour in COLOURS),
    )

    @cached_property
    def blocks(self) -> pl.DataFrame:
        """In the order of their bits in `route_blocks`."""
        blocks = self.board.blocks
        names = [f"{block.x}{block.y}" for block in blocks]
        return pl.DataFrame(
            {"block": names, "x": [block.x for block in blocks], "y": [block.y for block in blocks]}
            | {"type": [block.type for block in blocks], "sight": [block.name for block in blocks]},
            schema_overrides={"block": pl.Enum(names)},
        )

    @cached_property
    def cafes(self) -> pl.DataFrame:
        cafes = self.board.cafes
        names = [f"{cafe.x}{cafe.y}" for cafe in cafes]
        return pl.DataFrame(
            {"cafe": names, "x": [cafe.x for cafe in cafes], "y": [cafe.y for cafe in cafes]}
            | {"tourists": [cafe.tourists for cafe in cafes]},
            schema={"cafe": pl.Enum(names), "x": pl.Int64, "y": pl.Int64, "tourists": pl.String},
        )

    @cached_property
    def roads(self) -> pl.DataFrame:
        """In the order of their bits in `route_low` and `route_high`."""
        return pl.DataFrame({"road": SEGMENT_NAMES}, schema={"road": pl.Enum(SEGMENT_NAMES)})

    @cached_property
    def cards(self) -> pl.DataFrame:
        """With the number of tourists of each colour."""
        cards = self.board.cards
        names = [card.id for card in cards]
        tourists = {
            colour: [card.tourists.count(kind) for card in cards] for colour, kind in zip(COLOURS, KINDS, strict=True)
        }
        return pl.DataFrame(
            {"card": names, "face": [card.face for card in cards], "plus": [card.plus for card in cards]} | tourists,
            schema_overrides={"card": pl.Enum(names)},
        )

    @property
    def rounds(self) -> int:
        rounds: int = self.board.parameters.rounds(self.n_seats)
        return rounds

    def domain(self, key: str) -> pl.DataFrame | None:
        frames = {"block": self.blocks, "cafe": self.cafes, "road": self.roads, "card": self.cards}
        return frames[key].select(key) if key in frames else None

    def names(self, key: str) -> Sequence[str]:
        """All that a key can be."""
        domain = self.domain(key)
        assert domain is not None
        return domain[key].to_list()


# ---- how blocks, cafés, cards and boxes are called in a report -------------------------------------

BOX_NAMES = {"cafes": "cafés"}  # the others are called by their colours


def block_names(board: Board) -> dict[str, str]:
    return {f"{block.x}{block.y}": f"{block.name or 'block'} ({block.x},{block.y})" for block in board.blocks}


def cafe_names(board: Board) -> dict[str, str]:
    return {f"{cafe.x}{cafe.y}": f"café {cafe.tourists} ({cafe.x},{cafe.y})" for cafe in board.cafes}


def card_names(board: Board) -> dict[str, str]:
    """By what is printed on it, with the id where there are several alike."""
    twins = Counter(card.face for card in board.cards)
    return {card.id: card.face + (f" ({card.id})" if twins[card.face] > 1 else "") for card in board.cards}


# ---- The tables of this game as metrics see them --------------------------------------------------


WORD = 64  # bits of a column


@dataclass(frozen=True)
class ExploreBatch(Batch):
    facts: ExploreFacts

    @cached_property
    def turns(self) -> pl.LazyFrame:
        """One row a turn of a seat."""
        return self.kept(self.with_seats("turns"))

    @cached_property
    def cards(self) -> pl.LazyFrame:
        """One row a card turned up."""
        return self.kept(self.with_seats("cards"))

    def visits(self, key: str) -> pl.LazyFrame:
        """By deal: the seats whose final route has a block, café or road, and as weight all seats."""
        _, visited, deals = self._visited(key)
        firsts = _firsts(deals)
        n_visits, n_seats = np.add.reduceat(visited, firsts), np.diff(np.append(firsts, len(deals)))
        at = np.indices(n_visits.shape).reshape(2, -1)
        return self._observed(key, deals[firsts], at, value=n_visits.ravel(), weight=n_seats[at[0]])

    def visitors(self, key: str, value: str) -> pl.LazyFrame:
        """By deal: a column of the seats whose final route has a block, café or road, and as weight these seats."""
        seats, visited, deals = self._visited(key)
        firsts = _firsts(deals)
        n_visits = np.add.reduceat(visited, firsts)
        values = np.add.reduceat(visited * seats[value].to_numpy().astype(np.int64)[:, None], firsts)
        at = np.array(np.nonzero(n_visits))
        return self._observed(key, deals[firsts], at, value=values[tuple(at)], weight=n_visits[tuple(at)])

    def lifted(self, key: str) -> pl.LazyFrame:
        """For each seat whose final route has a block, café or road: its share of the win, bot and seat."""
        seats, visited, deals = self._visited(key)
        at = np.array(np.nonzero(visited))
        columns = {"value": seats["win_share"], "cell": seats.select(cell(self.facts)).to_series()}
        return self._observed(key, deals, at, **{name: column.gather(at[0]) for name, column in columns.items()})

    def _visited(self, key: str) -> tuple[pl.DataFrame, Ints, Ints]:
        """Seats in order of deals, [seat, name] 1 where its final route has a block, café or road, and their deals."""
        names = self.facts.names(key)
        if key == "road":
            places = [("route_low", n) if n < WORD else ("route_high", n - WORD) for n in range(len(names))]
        elif key == "block":
            places = [("route_blocks", n) for n in range(len(names))]
        else:
            places = [("route_cafes", CROSSINGS.index(cafe.place)) for cafe in self.facts.board.cafes]
        seats = self.seats.sort("deal", maintain_order=True).collect()
        words = {column: seats[column].to_numpy() for column in dict.fromkeys(column for column, _ in places)}
        visited = np.empty((len(seats), len(names)), np.int64)
        for place, (column, n) in enumerate(places):
            visited[:, place] = words[column] >> np.uint64(n) & np.uint64(1)
        return seats, visited, ints(seats["deal"])

    def _observed(self, key: str, deals: Ints, at: Ints, **columns: Any) -> pl.LazyFrame:
        """`at`: the places of each row among the deals and the names."""
        names = pl.Enum(self.facts.names(key))
        named = pl.Series(names.categories, dtype=names).gather(at[1])
        return pl.LazyFrame({"deal": deals[at[0]], key: named, **columns})


def _firsts(deals: Ints) -> NDArray[np.intp]:
    """Where each deal begins."""
    return np.flatnonzero(np.diff(deals, prepend=-1))


def by_deal(rows: pl.LazyFrame, key: str, sums: Mapping[str, tuple[pl.Expr, pl.Expr]]) -> pl.LazyFrame:
    """A row for each deal and name, with its value and weight."""
    columns = {name: pl.struct(value=value, weight=weight) for name, (value, weight) in sums.items()}
    rows_by_key = rows.group_by("deal").agg(**columns).unpivot(index="deal", variable_name=key, value_name="sums")
    return rows_by_key.unnest("sums").with_columns(pl.col(key).cast(pl.Enum(list(sums))))
