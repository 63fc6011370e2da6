"""`ttrsim analyse`: every decision of a game, judged."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.advise import Policy, PolicySeed
from ttrsim.cli.options import Json, ThreadCount
from ttrsim.limits import MAX_GAME
from ttrsim.wording import time_text

if TYPE_CHECKING:
    from ttrsim.files.sheets import Sheet
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
        console.say("\n".join(_lines(analysis)))


def _write(analysis: Analysis, html: Path | None, markdown: Path | None) -> None:
    from ttrsim.documents.plain_pages import Block, markdown_page
    from ttrsim.files.whole import write_whole
    from ttrsim.studies.decisions.watching import write_analysis_page

    if html is not None:
        with console.writing(html):
            write_analysis_page(analysis, html)
    if markdown is not None:
        blocks = [Block(sheet=sheet) for sheet in analysis.sheets()]
        with console.writing(markdown):
            write_whole(markdown, markdown_page(f"Analysis: {analysis.title}", analysis.notes, blocks).encode())


def _chances(sheet: Sheet) -> Iterator[str]:
    yield "chance to win, from the set-up to the result"
    width = max(len(name) for name, *_ in sheet.rows)
    for name, first, blocks, result in sheet.rows:
        yield f"seat {name:{width}}  {first:>5}  {blocks}  {result:>5}"
    yield sheet.note


def _lines(analysis: Analysis) -> Iterator[str]:
    from ttrsim.studies.decisions.analysis import PLURALS
    from ttrsim.wording import share_text

    yield analysis.title
    yield ""
    yield from _chances(analysis.chance_sheet())
    yield ""
    for player in analysis.players:
        called = ", ".join(f"{name} {n}" for n, name in zip(player.labels.values(), PLURALS, strict=True))
        yield f"seat {player.seat} {player.name}: {player.decisions} decisions, {called}"
        yield f"  mean loss of a decision {share_text(player.mean_loss)} pp"
        yield (
            f"  start {100 * player.start:.0f} %, own choices {share_text(player.own)} pp, "
            f"others' choices {share_text(player.others)} pp"
        )
        yield (
            f"  luck {share_text(player.luck)} pp, result {100 * player.result:.0f} %, "
            f"without luck {share_text(player.adjusted)} %"
        )
    yield ""
    yield "the decisions that mattered most (loss in percentage points of win share)"
    for place in analysis.mattered:
        decision, loss, label = analysis.judged[place], share_text(analysis.loss(place)), analysis.labels[place]
        yield f"turn {decision.turn:3}  seat {decision.seat}  {loss}{f'  {label}' if label else ''}"
        yield f"          played {decision.played}; better: {decision.best}"
    yield ""
    yield from analysis.notes
