"""What a reader can select on the live map of a page: places, and the measures that colour them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ttrsim.documents.document import Row, Table


@dataclass(frozen=True)
class AtlasPlace:
    """A thing on the board with rows in tables: a route, a city, a ticket, a block."""

    key: str  # of its group in the drawing
    kind: str  # the column of tables that names it
    id: str  # its value in that column
    name: str
    about: str = ""
    near: tuple[str, ...] = ()  # keys of what is shown with it: a city's routes and tickets, a ticket's ways


@dataclass(frozen=True)
class Measure:
    """A column that colours the map. With a reference, values on both sides of it have different colours."""

    table: str
    column: str
    label: str
    reference: float | None = None
    by_bot: str | None = None  # a table with the same column for each bot


@dataclass(frozen=True)
class AtlasWays:
    """A table of a run that says what was seen in play with places of one kind: the routes on the ways of a ticket.

    Where a run has no rows for a place, the map shows what is `near` it.
    """

    table: str
    kind: str  # the column of the table with the place
    to: str  # the column with what was seen with it
    column: str  # how often
    label: str


@dataclass(frozen=True)
class Atlas:
    """Of one board."""

    svg: str  # the map; the groups of places have their keys as `data-key`
    places: tuple[AtlasPlace, ...]
    measures: tuple[Measure, ...]
    near: Mapping[str, str] = field(default_factory=dict)  # kind: what is shown with such a place, for people
    ways: AtlasWays | None = None

    @cached_property
    def keys(self) -> dict[tuple[str, str], str]:
        return {(place.kind, place.id): place.key for place in self.places}

    @cached_property
    def kinds(self) -> list[str]:
        return list(dict.fromkeys(place.kind for place in self.places))

    def kind_of(self, table: Table) -> str | None:
        """What the rows of a table are about, if they are about places."""
        first = table.columns[0].id if table.rows and table.columns else ""
        kind = next((kind for kind in self.kinds if first in ("name", kind) and kind in table.rows[0]), None)
        subjects = {(row.get(kind), row.get("bot")) for row in table.rows} if kind else set()
        return kind if len(subjects) == len(table.rows) else None  # a row about two tickets is about neither

    def place_of(self, table: Table, row: Row) -> str | None:
        kind = self.kind_of(table)
        return self.keys.get((kind, str(row[kind]))) if kind else None

    def measures_of(self, tables: Mapping[str, Table]) -> Sequence[Measure]:
        """Those that a run has numbers for."""
        return [measure for measure in self.measures if _has_numbers(tables.get(measure.table), measure.column)]


def _has_numbers(table: Table | None, column: str) -> bool:
    is_shown = table is not None and column in (shown.id for shown in table.columns)
    return table is not None and is_shown and any(row.get(column) is not None for row in table.rows)
