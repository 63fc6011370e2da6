"""`ttrsim compare`: has anything changed since a baseline?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.baseline import Name
from ttrsim.cli.ci_files import JunitFile, MarkdownFile, write_for_ci
from ttrsim.cli.options import Json, ThreadCount
from ttrsim.cli.progress import RunProgress, measuring
from ttrsim.errors import CheckError, InconclusiveError

if TYPE_CHECKING:
    from ttrsim.regression.baseline import Baseline
    from ttrsim.regression.comparison import Comparison
    from ttrsim.runs.run import Run

app = typer.Typer(add_completion=False)


@app.command()
def compare(
    name: Name,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[RUN|SCENARIO]",
            help="An existing run, or a scenario to play now (default: play the baseline's scenario).",
        ),
    ] = None,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Exit with code 3 unless every game is the same (default: use tolerances)."),
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with code 4 if a metric is inconclusive.")] = False,
    as_json: Json = False,
    markdown: MarkdownFile = None,
    junit: JunitFile = None,
    threads: ThreadCount = None,
) -> None:
    """Compare a run with a baseline: exactly, or by statistics over the same deals."""
    from ttrsim.regression import formats
    from ttrsim.regression.baseline import read_baseline
    from ttrsim.regression.comparison import compare as compare_all

    baseline = read_baseline(name)
    with _runs(baseline, what, threads) as (runs, playing), measuring() as progress:
        comparison = compare_all(name, baseline, runs, lambda share: progress(name, share), exact, playing)
    if as_json:
        console.say_json(formats.as_dict(comparison))
    else:
        formats.print_comparison(comparison, console.rich_console())
    write_for_ci(markdown, formats.markdown(comparison), junit, formats.junit(comparison, strict))
    _end(comparison, strict)


@contextmanager
def _runs(
    baseline: Baseline, what: str | None, threads: int | None
) -> Iterator[tuple[dict[str, Run], dict[str, float]]]:
    """Runs that exist, or that are played now and not kept; and the seconds it took to play them."""
    from ttrsim.regression.baseline import own_scenarios
    from ttrsim.regression.runs import open_runs
    from ttrsim.runs.folder import MANIFEST
    from ttrsim.runs.suites import run_all
    from ttrsim.scenario.sources import find_scenarios

    if what is not None and any(path.is_file() for path in (Path(what) / MANIFEST, *Path(what).glob(f"*/{MANIFEST}"))):
        yield open_runs(Path(what)), {}
        return
    members = find_scenarios(what) if what is not None else own_scenarios(baseline)
    with tempfile.TemporaryDirectory() as folder:
        with RunProgress() as progress:
            runs = run_all(members, out=Path(folder), threads=threads, watcher=progress)
        yield runs, {name: run.manifest.sessions[-1].seconds or 0.0 for name, run in runs.items()}


def _end(comparison: Comparison, strict: bool) -> None:
    counts = comparison.counts()
    if comparison.is_exact and comparison.verdict == "different":
        names = ", ".join(run.name or "the run" for run in comparison.runs if run.how != "digest")
        raise CheckError(f"the games are not those of '{comparison.baseline}': {names}")
    if comparison.verdict == "different":
        raise CheckError(
            f"{counts['different']} of {counts.total()} metrics are different from '{comparison.baseline}'"
        )
    if comparison.verdict == "inconclusive" and strict:
        raise InconclusiveError(
            f"{counts['inconclusive']} of {counts.total()} metrics are inconclusive: more deals, or wider tolerances"
        )
