"""`ttrsim merge`: put the shards of a run together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.run import say_run

app = typer.Typer(add_completion=False)


@app.command()
def merge(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR…", help="The folders of all shards.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The new folder of the whole run.")],
) -> None:
    """Put the shards of a run together."""
    from ttrsim.runs import api

    say_run(api.merge(folders, output))
