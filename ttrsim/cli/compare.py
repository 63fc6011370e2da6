"""`ttrsim compare`: has anything changed since a baseline?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.baseline import Name
from ttrsim.cli.ci_files import JunitFile, MarkdownFile, write_for_ci
from ttrsim.cli.options import Json, OnCluster, ThreadCount
from ttrsim.cli.progress import RunProgress, measuring
from ttrsim.cli.workers import workers
from ttrsim.errors import CheckError, InconclusiveError

if TYPE_CHECKING:
    from ttrsim.regression.comparison import Comparison

app = typer.Typer(add_completion=False)


@app.command()
def compare(
    name: Name,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[RUN|SCENARIO]",
            help="A run folder, or a scenario to play now (default: play the baseline's scenario).",
        ),
    ] = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Fail unless every game is identical (default: allow differences within the tolerances)."
        ),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with code 4 if a metric is inconclusive (default: exit with 0).")
    ] = False,
    as_json: Json = False,
    markdown: MarkdownFile = None,
    junit: JunitFile = None,
    threads: ThreadCount = None,
    on: OnCluster = None,
) -> None:
    """Compare a run with a baseline: are the games identical, or the metrics within their tolerances?

    Exit code 3: different. 4: inconclusive (with --strict). 5: the baseline is missing or cannot be compared.
    """
    from ttrsim.regression import api, formats

    with RunProgress() as playing, measuring() as measured, workers(threads, on, playing) as chosen:

        def progress(share: float) -> None:
            playing.stop()
            measured(name, share)

        comparison = api.compare(name, what, exact=exact, threads=chosen, watcher=playing, progress=progress)
    if as_json:
        console.say_json(formats.as_dict(comparison))
    else:
        formats.print_comparison(comparison, console.rich_console())
    write_for_ci(markdown, formats.markdown(comparison), junit, formats.junit(comparison, strict))
    _end(comparison, strict)


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
            f"{counts['inconclusive']} of {counts.total()} metrics are inconclusive; "
            "play more deals or widen the tolerances"
        )
