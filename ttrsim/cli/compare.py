"""`ttrsim compare`: has anything changed since a baseline?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.baseline import Name
from ttrsim.cli.ci_files import JunitFile, MarkdownFile, write_for_ci
from ttrsim.cli.options import Json, OnCluster, ThreadCount
from ttrsim.cli.progress import TerminalProgress, measuring
from ttrsim.cli.workers import workers
from ttrsim.errors import CheckError, InconclusiveError, UserError

if TYPE_CHECKING:
    from ttrsim.studies.regression.comparison import Comparison

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
    exit_code: Annotated[
        bool,
        typer.Option("--exit-code", help="Of two runs: exit with code 3 if a difference is clear (default: 0)."),
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

    With two run folders: list what differs between them, the largest and surest differences first.

    Exit code 3: different. 4: inconclusive (with --strict). 5: the baseline is missing or cannot be compared.
    """
    from ttrsim.documents.markdown import markdown_page
    from ttrsim.studies.regression import api

    if api.is_run(name):
        for option, is_given in {"--strict": strict, "--junit": junit is not None, "--on": on is not None}.items():
            if is_given:
                raise UserError(f"{option} needs a baseline: '{name}' is a run folder")
        _compare_runs(name, what, exact, exit_code, as_json, markdown)
        return
    with TerminalProgress() as progress, workers(threads, on, progress) as chosen:
        comparison = api.compare(name, what, exact=exact, threads=chosen, progress=progress)
    if as_json:
        console.say_json(comparison.as_dict())
    else:
        console.show(comparison.document())
    write_for_ci(markdown, markdown_page(comparison.document()), junit, comparison.junit(strict))
    _end(comparison, strict)


def _compare_runs(
    before: str, after: str | None, exact: bool, exit_code: bool, as_json: bool, markdown: Path | None
) -> None:
    from ttrsim.documents.markdown import markdown_page
    from ttrsim.documents.report.changes import find_changes
    from ttrsim.files.whole import write_whole
    from ttrsim.runs.api import open_run
    from ttrsim.studies.regression.digest import run_digest

    if after is None:
        raise UserError(f"'{before}' is a run folder: give a second one to compare it with")
    runs = [open_run(Path(path)) for path in (before, after)]
    with measuring() as progress:
        changes = find_changes(runs[0], runs[1], lambda share: progress("what changed", share))
    is_identical = run_digest(runs[0]) == run_digest(runs[1]) if exact else None
    if as_json:
        console.say_json(changes.as_dict() | ({"identical": is_identical} if exact else {}))
    else:
        console.show(changes.document())
    if markdown is not None:
        with console.writing(markdown):
            write_whole(markdown, markdown_page(changes.document()).encode())
    if is_identical is False:
        raise CheckError(f"the games of '{after}' are not those of '{before}'")
    if exit_code and changes.findings:
        raise CheckError(f"{len(changes.findings)} differences between '{before}' and '{after}' are clear")


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
