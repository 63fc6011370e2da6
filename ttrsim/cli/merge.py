"""`ttrsim merge`: merge the shards of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.options import Json
from ttrsim.cli.run import say_runs

app = typer.Typer(add_completion=False)


@app.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders of all shards.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Folder to create for the complete run.")
    ],
    as_json: Json = False,
) -> None:
    """Merge the shards of a run, which may come from several machines, into one run."""
    from ttrsim.runs import api

    say_runs([api.merge(folders, output)], as_json)
