"""What a sweep gives: for each point every response with its interval, and its difference to the reference point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.measures.blocks import Series
from ttrsim.stats.intervals import Estimate
from ttrsim.studies.sweep.points import Point, Variable

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Cell:
    """A response at a point."""

    series: Series
    difference: Estimate | None  # to the reference; None at the reference itself, and where there is too little data
    is_paired: bool

    def as_dict(self) -> dict[str, Any]:
        series = {"value": self.series.value, "low": self.series.low, "high": self.series.high, "n": self.series.n}
        value, low, high = self.difference or (None, None, None)
        return series | {"difference": value, "difference_low": low, "difference_high": high, "paired": self.is_paired}


@dataclass(frozen=True, repr=False)
class Sweep(Result):
    """A sweep that is complete."""

    path: Path
    board: str
    notice: str  # notice to show with every result on the board, or nothing
    n_deals: int
    variables: Sequence[Variable]
    points: Sequence[Point]
    responses: Sequence[str]
    shares: Sequence[bool]  # [response] whether it is a share, shown in percent
    cells: Sequence[Sequence[Cell]]  # [point][response]
    reference: int  # the number of the reference point

    @property
    def saved(self) -> str:
        return f"saved in {self.path}: sweep.csv, sweep.png, result.json and a run folder for each point"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each point and response."""
        keys = [variable.key for variable in self.variables]
        return [
            {"point": number, **dict(zip(keys, point, strict=True)), "response": response, **cell.as_dict()}
            for number, (point, cells) in enumerate(zip(self.points, self.cells, strict=True))
            for response, cell in zip(self.responses, cells, strict=True)
        ]

    def frame(self) -> pl.DataFrame:
        """The rows as a Polars table."""
        import polars as pl

        return pl.DataFrame(self.rows(), infer_schema_length=None)

    def document(self) -> Document:
        keys = ", ".join(variable.key for variable in self.variables)
        notes = [
            f"{self.n_deals:,} deals at each point; differences to the reference point; 95 % intervals.",
            *([self.notice] if self.notice else []),
        ]
        tables = [self._table(place) for place in range(len(self.responses))]
        return Document(f"{', '.join(self.responses)} on {self.board}, by {keys}", notes, tables)

    def _table(self, place: int) -> Table:
        of_shares, decimals = self.shares[place], 1 if self.shares[place] else 2
        columns = (
            *(Column(each.key, each.key, "text") for each in self.variables),
            Column("value", kind="share" if of_shares else "number", decimals=decimals),
            Column("difference", kind="signed_share" if of_shares else "signed", decimals=decimals),
            Column("n", kind="count"),
        )
        rows = [
            (
                *point,
                cells[place].series.estimate or "too few observations",
                "reference" if number == self.reference else cells[place].difference,
                cells[place].series.n,
            )
            for number, (point, cells) in enumerate(zip(self.points, self.cells, strict=True))
        ]
        return Table.of(f"response_{place}", self.responses[place], columns, rows, self._note(place))

    def _note(self, place: int) -> str:
        others = [cells[place] for number, cells in enumerate(self.cells) if number != self.reference]
        return "Paired by deal." if all(cell.is_paired for cell in others) else "Paired where deals are the same."

    def as_dict(self) -> dict[str, Any]:
        return {
            "folder": str(self.path),
            "board": self.board,
            "notice": self.notice,
            "deals": self.n_deals,
            "variables": [variable.key for variable in self.variables],
            "responses": list(self.responses),
            "reference": self.reference,
            "rows": self.rows(),
        }
