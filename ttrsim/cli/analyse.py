"""`ttrsim analyse`: every decision of a game, judged."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.advise import Policy, PolicySeed
from ttrsim.cli.options import Json, ThreadCount
from ttrsim.limits import MAX_GAME
from ttrsim.wording import time_text

if TYPE_CHECKING:
    from ttrsim.studies.decisions.analysis import Analysis

app = typer.Typer(add_completion=False)


@app.command()
def analyse(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help="Record file, as written by `ttrsim trace` or `ttrsim import`.")
    ],
    game: Annotated[
        int | None,
        typer.Option("--game", min=0, max=MAX_GAME, help="Number of the game in the record (default: the only one)."),
    ] = None,
    policy: Policy = None,
    depth: Annotated[
        int,
        typer.Option(
            "--depth",
            min=2,
            max=1_000_000,
            help="Number of sampled worlds in which the played option is compared with the best alternative.",
        ),
    ] = 2_000,
    world_seed: PolicySeed = 1,
    threads: ThreadCount = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Also write a page to watch the game, with every mistake marked (default: no page).",
        ),
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", metavar="FILE", help="Also write Markdown (default: no file).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Evaluate every decision of a recorded game, and separate luck from skill.

    Finished evaluations are saved: after an interruption, the same command resumes there.
    """
    from ttrsim.cli.progress import StatusLine
    from ttrsim.studies.decisions import api

    for path in (html, markdown):
        console.check_target(path)
    start, first = time.monotonic(), -1

    with StatusLine() as line:

        def show(done: int, of: int) -> None:
            nonlocal first
            first = done if first < 0 else first
            left = (time.monotonic() - start) / (done - first) * (of - done) if done > first else 0.0
            line.show(f"{done:,} of {of:,} decisions" + (f", {time_text(left)} left" if left else ""))

        analysis = api.analyse(
            record, game=game, policy=policy, depth=depth, seed=world_seed, threads=threads, progress=show
        )
    _write(analysis, html, markdown)
    if as_json:
        console.say_json(analysis.as_dict())
    else:
        console.show(analysis.document())


def _write(analysis: Analysis, html: Path | None, markdown: Path | None) -> None:
    from ttrsim.documents.markdown import markdown_page
    from ttrsim.files.whole import write_whole
    from ttrsim.studies.decisions.watching import write_analysis_page

    if html is not None:
        with console.writing(html):
            write_analysis_page(analysis, html)
    if markdown is not None:
        with console.writing(markdown):
            write_whole(markdown, markdown_page(analysis.document()).encode())
