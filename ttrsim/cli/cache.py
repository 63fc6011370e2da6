"""`ttrsim cache`: the cache of compiled code."""

from __future__ import annotations

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.command()
def show(as_json: Json = False) -> None:
    """Show where compiled code is cached, and its size. The variable TTRSIM_CACHE_DIR sets another folder."""
    from ttrsim.machine.cache import cache_size

    size = cache_size()
    if as_json:
        console.say_json({"folder": str(size.folder), "builds": size.n_builds, "bytes": size.n_bytes})
    else:
        console.say(str(size))


@app.command()
def clear(as_json: Json = False) -> None:
    """Delete all compiled code from the cache. The next start compiles again, which takes about 15 seconds."""
    from ttrsim.machine.cache import clear_cache

    removed = clear_cache()
    if as_json:
        console.say_json({"folder": str(removed.folder), "builds": removed.n_builds, "bytes": removed.n_bytes})
    else:
        console.say(f"removed {removed}")
