"""Who plays: threads of this machine, or a cluster. Every request whose games take long has these options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ttrsim.errors import UserError
from ttrsim.progress import Progress
from ttrsim.request import Request, option

if TYPE_CHECKING:
    from ttrsim.workers.executor import Executor


class ThreadCount(Request):
    """The threads of work that a cluster cannot do."""

    threads: Any = option(
        "Worker threads.", None, "--threads -t", says="one per core", type=int, hint="int | Executor", is_how=True
    )

    @contextmanager
    def crew(self, progress: Progress) -> Iterator[Executor]:
        """The workers. `progress` shows how many there are."""
        from ttrsim.workers.executor import as_executor

        yield as_executor(self.threads)


class Crew(ThreadCount):
    """The workers that a request asks for."""

    bot_timeout: float | None = option(
        "Stop if a bot needs more seconds than this for a decision.",
        None,
        bounds=(0.1, None),
        metavar="SECONDS",
        says="no limit",
        is_how=True,
    )
    on: str | None = option(
        "Play on a Dask cluster: `dask` starts a local one, tcp://host:8786 uses yours.",
        None,
        metavar="dask|ADDRESS",
        says="threads",
        is_how=True,
    )

    @contextmanager
    def crew(self, progress: Progress) -> Iterator[Executor]:
        is_direct = bool(getattr(self, "direct", False))
        if is_direct and self.on is None:
            raise UserError("--direct is for the workers of a cluster: it needs --on")
        if self.on is None:
            from ttrsim.workers.executor import as_executor

            yield as_executor(self.threads, self.bot_timeout)
            return
        if self.bot_timeout is not None:
            raise UserError("--bot-timeout watches threads of this machine: it does not work with --on")
        from ttrsim.workers.cluster import Cluster

        with Cluster(self.on, self.threads, is_direct) as cluster:
            progress.about = lambda: cluster.about
            cluster.tell = progress.note
            yield cluster


class DirectCrew(Crew):
    """Workers of a cluster that may write to the folder of a run themselves."""

    direct: bool = option(
        "With --on: workers write the results to the run folder themselves; all must see it at the same path.",
        False,
        says="results travel to this process, which writes them",
        is_how=True,
    )
