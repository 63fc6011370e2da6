"""`ttrsim check`: do the thresholds of a scenario hold?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.ci_files import JunitFile, MarkdownFile, write_for_ci
from ttrsim.cli.options import Json, OnCluster, Scenario, ThreadCount
from ttrsim.errors import CheckError, InconclusiveError

if TYPE_CHECKING:
    from ttrsim.studies.regression.checks import Check, Checks

app = typer.Typer(add_completion=False)


@app.command()
def check(
    scenario: Scenario,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="Maximum number of games per scenario (default: from the scenario)."),
    ] = None,
    as_json: Json = False,
    markdown: MarkdownFile = None,
    junit: JunitFile = None,
    threads: ThreadCount = None,
    on: OnCluster = None,
) -> None:
    """Check the thresholds of a scenario or a suite, playing only as many games as needed.

    Exit code 3: a check failed. 4: more games are needed to decide.
    """
    from ttrsim.documents.markdown import markdown_page

    checks = _play(scenario, games, threads, on)
    if as_json:
        console.say_json(checks.as_dict())
    else:
        console.show(checks.document())
    write_for_ci(markdown, markdown_page(checks.document()), junit, checks.junit(scenario))
    failed, undecided = ([each.text for each in checks if each.state == state] for state in ("fails", "undecided"))
    if failed:
        raise CheckError(f"{len(failed)} of {len(checks)} checks failed:{_listed(failed)}")
    if undecided:
        raise InconclusiveError(
            f"{len(undecided)} of {len(checks)} checks are undecided; play more games with -n:{_listed(undecided)}"
        )


def _listed(texts: Sequence[str]) -> str:
    return "".join(f"\n  {text}" for text in texts)


def _play(scenario: str, games: int | None, threads: int | None, on: str | None) -> Checks:
    from ttrsim.cli.progress import StatusLine
    from ttrsim.cli.workers import workers
    from ttrsim.studies.regression import api

    with StatusLine() as line, workers(threads, on) as chosen:
        return api.check(
            scenario, games=games, threads=chosen, progress=lambda checks, n: line.show(_status(checks, n))
        )


def _status(checks: Sequence[Check], n_games: int) -> str:
    n_open = sum(check.state == "undecided" for check in checks)
    return f"{n_games:,} games, {n_open} of {len(checks)} checks open"
