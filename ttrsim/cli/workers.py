"""Who plays: threads of this machine, or a cluster (`--on`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ttrsim.errors import UserError

if TYPE_CHECKING:
    from ttrsim.progress import Progress
    from ttrsim.workers.executor import Workers


@contextmanager
def workers(
    threads: int | None,
    on: str | None,
    progress: Progress | None = None,
    bot_timeout: float | None = None,
    is_direct: bool = False,
) -> Iterator[Workers]:
    """The workers that the options of a command ask for. `progress` shows how many there are."""
    if is_direct and on is None:
        raise UserError("--direct is for the workers of a cluster: it needs --on")
    if on is None:
        from ttrsim.workers.executor import Threads

        yield Threads(threads, bot_timeout)
        return
    if bot_timeout is not None:
        raise UserError("--bot-timeout watches threads of this machine: it does not work with --on")
    from ttrsim.workers.cluster import Cluster

    with Cluster(on, threads, is_direct) as cluster:
        if progress is not None:
            progress.about = lambda: cluster.about
        yield cluster
