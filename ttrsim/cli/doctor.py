"""`ttrsim doctor`: what is installed here, and does it work?"""

from __future__ import annotations

import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json
from ttrsim.cli.progress import TerminalProgress
from ttrsim.errors import CheckError

app = typer.Typer(add_completion=False)

PACKAGES = ("numba", "llvmlite", "numpy", "polars", "scipy", "matplotlib", "pydantic", "typer", "rich")
DEALS = 50


class Tested(NamedTuple):
    test: str
    seconds: float
    fault: str  # what went wrong, or nothing


@app.command()
def doctor(as_json: Json = False) -> None:
    """Show versions, the cache and the number of threads, then test every step from a game to a figure.

    This takes some seconds, or about a minute if nothing has been compiled yet. Exit code 3: a test failed.
    """
    facts = _facts()
    if not as_json:
        for key, text in facts.items():
            console.say(f"{key + ':':12}{text}")
    results = []
    with TerminalProgress() as line:
        for test, step in _tests():
            line.begin(f"testing: {test}")
            results.append(_try(test, step))
    if as_json:
        console.say_json(facts | {"tests": [result._asdict() for result in results]})
    else:
        for result in results:
            console.say(f"{'FAILED' if result.fault else 'ok':12}{result.test} ({result.seconds:.1f} s)")
    if faults := [f"{result.test}: {result.fault}" for result in results if result.fault]:
        raise CheckError("\n".join(faults))


def _facts() -> dict[str, Any]:
    import ttrsim
    from ttrsim.machine.cache import cache_size
    from ttrsim.workers.executor import Threads

    return {
        "ttrsim": f"{ttrsim.__version__} in {Path(ttrsim.__file__).parent}",
        "python": f"{platform.python_version()} in {sys.prefix}",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "packages": ", ".join(f"{name} {version(name)}" for name in PACKAGES),
        "cache": str(cache_size()),
        "threads": Threads().n_threads,
    }


def _tests() -> Iterator[tuple[str, Callable[[], None]]]:
    from ttrsim.games.registry import GAMES, boards_of

    for game in GAMES.values():
        board = boards_of(game)[0]
        yield f"{game.title}: the same games on one thread and on several", partial(_test_play, board)
    yield "a run is written and read", _test_run
    yield "a board is drawn", _test_figure


def _try(test: str, step: Callable[[], None]) -> Tested:
    start, fault = time.perf_counter(), ""
    try:
        step()
    except Exception as error:  # any problem of this machine
        fault = f"{type(error).__name__}: {error}"
    return Tested(test, time.perf_counter() - start, fault)


def _test_play(board: str) -> None:
    from ttrsim.studies.tournament.api import tournament

    one, several = (tournament(board, ["greedy", "random"], deals=DEALS, threads=n).as_dict() for n in (1, 4))
    if one != several:
        raise CheckError("the games differ")


def _test_run() -> None:
    from ttrsim.games.registry import GAMES, boards_of
    from ttrsim.runs.api import open_run
    from ttrsim.studies.run.api import run

    board = boards_of(next(iter(GAMES.values())))[0]
    with tempfile.TemporaryDirectory() as folder:
        run({"board": board, "seats": ["greedy", "random"], "deals": DEALS}, out=Path(folder) / "run")
        opened = open_run(Path(folder) / "run")
        opened.verify()
        n_rows = opened.scan("games").collect().height
        if n_rows != opened.games:
            raise CheckError(f"{n_rows} of {opened.games} games were read")


def _test_figure() -> None:
    from ttrsim.games.registry import GAMES, boards_of, load_board

    for game in GAMES.values():
        image = load_board(boards_of(game)[0]).draw("png", 30)
        if not image.startswith(b"\x89PNG"):
            raise CheckError("no picture came out")
