"""What a sweep gives: for each point every response with its interval, and its difference to the reference point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.measures.blocks import Series
from ttrsim.stats.equivalence import Difference
from ttrsim.studies.sweep.points import Point, Variable
from ttrsim.wording import with_interval

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Cell:
    """A response at a point."""

    series: Series
    difference: Difference | None  # to the reference; None at the reference itself, and where there is too little data
    is_paired: bool

    def as_dict(self) -> dict[str, Any]:
        value, low, high = self.difference or (None, None, None)
        series = {"value": self.series.value, "low": self.series.low, "high": self.series.high, "n": self.series.n}
        return series | {"difference": value, "difference_low": low, "difference_high": high, "paired": self.is_paired}


@dataclass(frozen=True)
class Sweep(Notebook):
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
    def saved(self) -> str:  # type: ignore[override]
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

    def sheets(self) -> Iterator[Sheet]:
        keys = tuple(variable.key for variable in self.variables)
        for place, response in enumerate(self.responses):
            is_share = self.shares[place]
            unit = ", %; differences in percentage points" if is_share else ""
            headings = (*keys, "value", "difference", "n")
            rows = [
                (*map(str, point), *_texts(cells[place], is_share, number == self.reference))
                for number, (point, cells) in enumerate(zip(self.points, self.cells, strict=True))
            ]
            title = f"{response} on {self.board}{unit}"
            yield Sheet(title, headings, rows, ("value", "difference", "n"), self._note(place))

    def _note(self, place: int) -> str:
        others = [cells[place] for number, cells in enumerate(self.cells) if number != self.reference]
        pairing = (
            "paired by deal" if all(cell.is_paired for cell in others) else "paired where points have the same deals"
        )
        return (
            f"{self.n_deals:,} deals at each point; differences to the reference point, {pairing}; each interval holds "
            f"with 95 % confidence{f'. {self.notice}' if self.notice else ''}"
        )

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


def _texts(cell: Cell, is_share: bool, is_reference: bool) -> tuple[str, str, str]:
    series, difference = cell.series, cell.difference
    scale, decimals = (100, 1) if is_share else (1, 2)
    if series.value is None or series.low is None or series.high is None:
        return "too few observations", "–", f"{series.n:,}"
    value = with_interval(*(f"{scale * number:.{decimals}f}" for number in (series.value, series.low, series.high)))
    if difference is None:
        return value, "reference" if is_reference else "–", f"{series.n:,}"
    return value, with_interval(*(f"{scale * number:+.{decimals}f}" for number in difference)), f"{series.n:,}"
