"""ttrsim: a Monte Carlo simulator of Ticket to Ride."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttrsim.positions.position import Position
    from ttrsim.runs.api import merge, open_run, resume, run
    from ttrsim.runs.run import Run

__version__ = "0.1.0"
__all__ = ["Position", "Run", "merge", "open_run", "resume", "run"]


def __getattr__(name: str) -> Any:
    """The Python API, loaded when it is used: the command line starts without Numba and Polars."""
    if name == "Position":
        from ttrsim.positions.position import Position

        return Position
    if name in __all__:
        from ttrsim.runs import api

        return getattr(api, name)
    raise AttributeError(f"module 'ttrsim' has no attribute {name!r}")
