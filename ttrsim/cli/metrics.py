"""`ttrsim metrics`: list metrics, explain one, and measure one of a run."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, MetricFiles

if TYPE_CHECKING:
    from ttrsim.measures.registry import Metric

app = typer.Typer(no_args_is_help=True, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="METRIC", help="Name of a metric; `ttrsim metrics list` lists them.")]


@app.command("list")
def list_metrics(metrics: MetricFiles = None, as_json: Json = False) -> None:
    """List all metrics with a one-line description."""
    from ttrsim.documents.document import Document, Table
    from ttrsim.games.registry import GAMES
    from ttrsim.measures.registry import all_metrics

    known = dict.fromkeys(metric for game in GAMES.values() for metric in all_metrics(game, metrics or ()).values())
    if as_json:
        console.say_json([_as_dict(metric) for metric in known])
        return
    tables = []
    for (owner, section), of_section in groupby(known, key=lambda metric: (metric.owner, metric.section)):
        title = GAMES[owner].title if owner in GAMES else owner
        rows = [(metric.name, ", ".join(metric.by), metric.summary) for metric in of_section]
        headings = ("metric", "by", "description")
        tables.append(Table.of_texts(f"{owner}_{section}", f"{title}: {section}", headings, rows))
    console.show(Document(f"{len(known)} metrics", [], tables))


@app.command()
def show(name: Name, metrics: MetricFiles = None, as_json: Json = False) -> None:
    """Explain a metric: its formula, and the tables it needs."""
    from ttrsim.measures.document import metric_text
    from ttrsim.measures.registry import find_metrics

    named = find_metrics(name, metrics or ())
    if as_json:
        console.say_json([_as_dict(metric) for metric in named])
    else:
        console.say("\n\n".join(metric_text(metric) for metric in named))


@app.command()
def measure(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")],
    name: Name,
    metrics: MetricFiles = None,
    as_json: Json = False,
) -> None:
    """Compute one metric of a run and print it as CSV."""
    from ttrsim.documents.report.model import rows_of
    from ttrsim.errors import UserError
    from ttrsim.measures.measure import measure as measure_all
    from ttrsim.measures.registry import get_metric
    from ttrsim.runs.api import open_run

    opened = open_run(run)
    metric = get_metric(name, opened.game, metrics or ())
    missing = [table for table in metric.needs if table not in opened.tables]
    kept = opened.sums() if missing else None
    if missing and (kept is None or name not in kept.definition.metrics):
        raise UserError(f"metric {name!r} needs the tables {', '.join(missing)}, which the run did not save")
    if not opened.games_complete:
        raise UserError(f"'{run}' has no complete games yet")
    if opened.board.notice:
        console.note(opened.board.notice)
    frame = measure_all(opened, [metric])[name]
    if as_json:
        console.say_json(rows_of(frame))
    else:
        console.say(frame.write_csv().rstrip("\n"))


def _as_dict(metric: Metric) -> dict[str, Any]:
    keys = ("name", "owner", "section", "needs", "by", "kind", "per", "against", "text")
    return {key: getattr(metric, key) for key in keys}
