"""Compiles what most tests need, the checked build, while `make test` checks style and types."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

os.environ["TTRSIM_CHECKED"] = "1"  # before the kernel is imported, here and in the other process

ENTRIES = ("step", "play_games", "play_on", "roll_out", "play_trials")


def compile_kernel(key: str) -> None:
    from ttrsim.games.registry import GAMES

    kernel = GAMES[key].kernel
    for entry in ENTRIES:
        if entry != "play_trials" or kernel.trials is not None:
            getattr(kernel, entry)


def compile_bots(key: str) -> None:
    from ttrsim.games.contract import bots_of
    from ttrsim.games.registry import GAMES

    for name in bots_of(GAMES[key]):
        GAMES[key].load_bot(name)


def main() -> None:
    from ttrsim.games.registry import BUILT_IN_GAMES

    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        tasks = [pool.submit(task, key) for key in BUILT_IN_GAMES for task in (compile_bots, compile_kernel)]
        for task in tasks:
            task.result()


if __name__ == "__main__":
    main()
