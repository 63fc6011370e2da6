"""ttrsim: Monte Carlo strategy analysis for route-building board games.

Every command of `ttrsim` is a function here, and the commands call these functions. `docs/api.md` shows how to use
them, `docs/reference.md` lists them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttrsim.balancing.api import rebalance
    from ttrsim.botcheck.api import check_bot
    from ttrsim.decisions.api import advise, analyse
    from ttrsim.decisions.opening import opening
    from ttrsim.engine.lists import boards, bots
    from ttrsim.experiments.api import break_even, experiment
    from ttrsim.games.registry import load_board
    from ttrsim.positions.position import Position
    from ttrsim.regression.api import check, compare, save_baseline, sprt
    from ttrsim.reports.api import report, summary
    from ttrsim.runs.api import merge, open_run, resume, run
    from ttrsim.runs.run import Run
    from ttrsim.runs.suites import run_suite
    from ttrsim.sweeps.api import sweep
    from ttrsim.tournaments.api import skill_ladder, tournament
    from ttrsim.tuning.api import tune

__version__ = "0.1.0"

# name: its module, which is imported when the name is first used. The command line starts without Numba and Polars.
_MODULES = {
    "Position": "ttrsim.positions.position",
    "Run": "ttrsim.runs.run",
    "advise": "ttrsim.decisions.api",
    "analyse": "ttrsim.decisions.api",
    "boards": "ttrsim.engine.lists",
    "bots": "ttrsim.engine.lists",
    "break_even": "ttrsim.experiments.api",
    "check": "ttrsim.regression.api",
    "check_bot": "ttrsim.botcheck.api",
    "compare": "ttrsim.regression.api",
    "experiment": "ttrsim.experiments.api",
    "load_board": "ttrsim.games.registry",
    "merge": "ttrsim.runs.api",
    "open_run": "ttrsim.runs.api",
    "opening": "ttrsim.decisions.opening",
    "rebalance": "ttrsim.balancing.api",
    "report": "ttrsim.reports.api",
    "resume": "ttrsim.runs.api",
    "run": "ttrsim.runs.api",
    "run_suite": "ttrsim.runs.suites",
    "save_baseline": "ttrsim.regression.api",
    "skill_ladder": "ttrsim.tournaments.api",
    "sprt": "ttrsim.regression.api",
    "summary": "ttrsim.reports.api",
    "sweep": "ttrsim.sweeps.api",
    "tournament": "ttrsim.tournaments.api",
    "tune": "ttrsim.tuning.api",
}

__all__ = [
    "Position",
    "Run",
    "advise",
    "analyse",
    "boards",
    "bots",
    "break_even",
    "check",
    "check_bot",
    "compare",
    "experiment",
    "load_board",
    "merge",
    "open_run",
    "opening",
    "rebalance",
    "report",
    "resume",
    "run",
    "run_suite",
    "save_baseline",
    "skill_ladder",
    "sprt",
    "summary",
    "sweep",
    "tournament",
    "tune",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'ttrsim' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__", "__doc__"]
