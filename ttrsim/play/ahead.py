"""Compiles on two cores: what a command will need, a second process compiles while this one loads its bots.

The second process begins with the kernel and goes through the bots from the last to the first; what one of them is at,
the other waits for or leaves out. It ends with the first one, however that ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.resources import files
from threading import Thread
from typing import IO

from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import GAMES
from ttrsim.machine.sources import PACKAGE
from ttrsim.play.bots.specs import parse_spec

# Nothing comes from the working folder, which may be a stranger's. This package may be installed nowhere.
HELPER = "import sys; sys.path.append(sys.argv[1]); from ttrsim.play.ahead import main; main(*sys.argv[2:])"
LEAST = 2  # things to compile that are worth a second process
_helpers: list[subprocess.Popen[str]] = []  # kept, so that their standard input stays open until this process ends


def compile_ahead(game: Game, specs: Sequence[str], entry: str = "play_games") -> None:
    """Begins to compile an entry of the kernel, the built-in bots and the sums of results, if they are not there."""
    from ttrsim.machine.builds import cache_folder, expect, is_compiled

    kernel = game.kernel
    if cache_folder(kernel.sources) is None:
        return
    entries = [] if is_compiled(kernel.sources, entry) else [entry]
    bots = [name for name in _own_functions(game, specs) if not is_compiled(kernel.bot_sources, name)]
    expect(len(entries) + len(bots))
    if len(entries) + len(bots) >= LEAST and (os.cpu_count() or 1) > 1 and sys.executable:
        _start([game.key, *entries, *(f"{game.package}.bots.{name}" for name in reversed(bots)), *game.passes])


def _own_functions(game: Game, specs: Sequence[str]) -> Iterator[str]:
    """The built-in bots that are compiled; others are one of them with other weights."""
    folder, built_in = files(f"{game.package}.bots"), bots_of(game)
    for name in dict.fromkeys(parts.bot for parts in map(parse_spec, specs) if not parts.file):
        if name in built_in and f"def {name}(" in folder.joinpath(f"{name}.py").read_text(encoding="utf-8"):
            yield name


def _start(arguments: Sequence[str]) -> None:
    command = [sys.executable, "-P", "-c", HELPER, str(PACKAGE.parent), *arguments]
    helper = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        start_new_session=True,  # Ctrl-C is for the first process
    )
    _helpers.append(helper)
    assert helper.stdout is not None
    Thread(target=_pass_on, args=(helper.stdout,), daemon=True).start()


def _pass_on(lines: IO[str]) -> None:
    from ttrsim.machine.builds import announce

    for line in lines:
        announce(line.rstrip("\n"))


# ---- in the second process -----------------------------------------------------------------------


def main(key: str, *wanted: str) -> None:
    from ttrsim.machine import builds

    Thread(target=_end_with_the_first, daemon=True).start()
    builds.announce = partial(print, flush=True)
    game = GAMES[key]
    for name in wanted:
        if "." in name:
            import_module(name)
        else:
            getattr(game.kernel, name)
    os._exit(0)  # the thread that reads the input would end Python with SIGABRT


def _end_with_the_first() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
