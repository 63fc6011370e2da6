"""`ttrsim run`: play a scenario and save the results."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.run.request import RunRequest

if TYPE_CHECKING:
    from ttrsim.runs.run import Run

app = typer.Typer(add_completion=False)


@app.command(help=RunRequest.__doc__)
@asks(RunRequest)
def run(request: RunRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    with TerminalProgress() as progress:
        runs = ttrsim.run_suite(request, progress=progress)
    say_runs(runs.values(), as_json)


def say_runs(runs: Iterable[Run], as_json: bool) -> None:
    """Says where complete runs are, and how many games they have."""
    if as_json:
        console.say_json([run_dict(run) for run in runs])
        return
    for run in runs:
        shard = f", shard {run.manifest.shard}" if run.manifest.shard else ""
        console.tell(f"{run.path}: {run.games:,} games, {run.rotations} of each deal{shard}")
        if run.manifest.notice:
            console.tell(run.manifest.notice)


def run_dict(run: Run) -> dict[str, Any]:
    manifest = run.manifest
    return {
        "path": str(run.path),
        "board": run.scenario.board.name,
        "bots": manifest.bots,
        "players": manifest.seats,
        "games": run.games,
        "deals": manifest.deals,
        "rotations": run.rotations,
        "seed": manifest.seed,
        "shard": manifest.shard,
        "tables": run.tables,
        "notice": manifest.notice,
        "key": manifest.key,
    }
