"""`ttrsim baseline`: save the results of a run, to compare later runs with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.regression.request import SaveBaselineRequest

if TYPE_CHECKING:
    from ttrsim.documents.document import Column
    from ttrsim.studies.regression.baseline import BaselineRun

app = typer.Typer(no_args_is_help=True, add_completion=False)

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="Name of a baseline in reports/baselines/, or path of a baseline file.")
]


@app.command(help=SaveBaselineRequest.__doc__)
@asks(SaveBaselineRequest)
def save(request: SaveBaselineRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress
    from ttrsim.studies.regression.baseline import path_of

    path = path_of(request.name)
    with console.writing(path), TerminalProgress() as progress:
        baseline = ttrsim.save_baseline(request, progress=progress)
    if as_json:
        console.say_json({"path": str(path), "runs": [_as_dict(each) for each in baseline.runs]})
        return
    console.tell(f"{path}: {path.stat().st_size / 1000:,.0f} kB")
    for each in baseline.runs:
        console.tell(_line(each))


@app.command("list")
def list_baselines(as_json: Json = False) -> None:
    """List the baselines in reports/baselines/."""
    from ttrsim.studies.regression.baseline import FOLDER, baseline_names, read_baseline

    if as_json:
        console.say_json({name: [_as_dict(run) for run in read_baseline(name).runs] for name in baseline_names()})
        return

    for name in baseline_names():
        console.say(name)
        for run in read_baseline(name).runs:
            console.say(f"  {_line(run)}")
    if not baseline_names():
        console.say(f"no baselines in {FOLDER}: save one with `ttrsim baseline save NAME RUN`")


@app.command()
def show(name: Name, as_json: Json = False) -> None:
    """Show every estimate of a baseline with its 95 % interval and sample size."""
    from ttrsim.documents.document import Document, Table
    from ttrsim.measures.comparison import full_name
    from ttrsim.studies.regression.baseline import read_baseline

    baseline = read_baseline(name)
    if as_json:
        console.say_json(baseline.model_dump(mode="json"))
        return
    tables = []
    for run in baseline.runs:
        rows = [
            (full_name(metric, one.keys), one.estimate or "too few", one.n)
            for metric, series in run.metrics.items()
            for one in series
        ]
        tables.append(Table.of(run.name or "run", _line(run), _columns(), rows))
    console.show(Document(f"Baseline {name}, 95 % intervals", [], tables))


def _columns() -> tuple[Column, ...]:
    from ttrsim.documents.document import Column

    return Column("metric", kind="text"), Column("value", decimals=None), Column("n", kind="count")


def _as_dict(run: BaselineRun) -> dict[str, Any]:
    return run.model_dump(mode="json", exclude={"metrics"})


def _line(run: BaselineRun) -> str:
    return (
        f"{run.name or 'run'}: {run.games:,} games of {run.deals:,} deals, seed {run.seed}, rules version "
        f"{run.rules_version}, scenario {run.scenario_hash}, digest {run.digest[:16]}"
    )
