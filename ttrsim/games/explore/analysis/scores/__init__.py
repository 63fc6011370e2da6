"""Where do the points come from?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import fact, measured, n, of
from ttrsim.documents.report.model import Section, rows_of
from ttrsim.documents.report.sections.phrases import say
from ttrsim.games.explore.analysis.facts import BOX_NAMES, BOXES, ExploreFacts
from ttrsim.games.explore.analysis.scores import metrics
from ttrsim.measures.measure import Measures

QUANTILES = {"low_tenth": 0.1, "median": 0.5, "high_tenth": 0.9}
COLUMNS = (
    Column("name", "box", "text"),
    of(metrics.box_points, "points"),
    of(metrics.box_share, "share", "of all points", kind="share"),
    of(metrics.box_scored, "scored", "seats with any"),
    fact("low_tenth", "10 % have at most"),
    fact("median"),
    fact("high_tenth", "90 % have at most"),
    n("points", "seats"),
)


def scores(measures: Measures, facts: ExploreFacts) -> Section | None:
    if "box_points" not in measures:
        return None
    spread = measures["box_distribution"].select("box", "points", seats=pl.col("value"))
    rows = _rows(measures, spread)
    section = Section("scores", "Scores: where do the points come from?", _answers(rows))
    section.tables.append(Table("boxes", "The boxes of the score strip", COLUMNS, rows))
    section.tables.append(_spread(spread))
    return section


def _rows(measures: Measures, spread: pl.DataFrame) -> list[Row]:
    boxes = measures["box_points"].select("box")
    quantiles = {
        name: [_quantile(spread.filter(pl.col("box") == box), share) for box in boxes["box"]]
        for name, share in QUANTILES.items()
    }
    base = boxes.with_columns(**{name: pl.Series(values) for name, values in quantiles.items()})
    return measured(measures, COLUMNS, "box", base, also=[_named()])


def _quantile(seats: pl.DataFrame, share: float) -> int:
    """The fewest points that this share of the seats does not exceed."""
    so_far = seats.sort("points").with_columns(pl.col("seats").cum_sum())
    points: int = so_far.filter(pl.col("seats") >= share * pl.col("seats").max())["points"][0]
    return points


def _spread(spread: pl.DataFrame) -> Table:
    frame = spread.with_columns(_named(), share=pl.col("seats") / pl.col("seats").sum().over("box"))
    columns = (
        Column("name", "box", "text"),
        Column("points", "points", "count"),
        Column("seats", "seats", "count"),
        Column("share", "share of the seats", "share"),
    )
    return Table("box_scores", "Distribution of the points in each box", columns, rows_of(frame))


def _named() -> pl.Expr:
    names = {box: BOX_NAMES.get(box, box) for box in BOXES}
    return pl.col("box").cast(pl.String).replace_strict(names, default=None).alias("name")


def _answers(rows: list[Row]) -> list[str]:
    if not rows:
        return []
    best = max(rows, key=lambda row: row["points"])
    empty = min(rows, key=lambda row: row["scored"])
    return [
        f"The box {best['name']} scores most: {say(best, 'points', 'number', n='points_n')} points per seat.",
        f"The box {empty['name']} is used least: {say(empty, 'scored', 'share', n='scored_n')} of seats score in it.",
    ]
