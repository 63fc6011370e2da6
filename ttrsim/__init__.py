"""ttrsim: Monte Carlo strategy analysis for route-building board games.

Every command of `ttrsim` is a function here, and the commands call these functions. `docs/api.md` shows how to use
them, `docs/reference.md` lists them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# name: its module, which is imported when the name is first used. The command line starts without Numba and Polars.
# Their types are in __init__.pyi, which `make docs` makes.
_MODULES = {
    "Position": "ttrsim.play.position",
    "Run": "ttrsim.runs.run",
    "advise": "ttrsim.studies.advice.api",
    "analyse": "ttrsim.studies.advice.api",
    "board_report": "ttrsim.studies.boardreport.api",
    "boards": "ttrsim.play.bots.lists",
    "bots": "ttrsim.play.bots.lists",
    "break_even": "ttrsim.studies.experiment.api",
    "check": "ttrsim.studies.regression.api",
    "check_bot": "ttrsim.studies.botcheck.api",
    "compare": "ttrsim.studies.regression.api",
    "diff": "ttrsim.studies.regression.api",
    "experiment": "ttrsim.studies.experiment.api",
    "load_board": "ttrsim.games.registry",
    "merge": "ttrsim.runs.api",
    "open_run": "ttrsim.runs.api",
    "opening": "ttrsim.studies.advice.opening",
    "openings": "ttrsim.studies.openings.api",
    "rebalance": "ttrsim.studies.rebalance.api",
    "report": "ttrsim.documents.report.api",
    "resume": "ttrsim.studies.run.api",
    "run": "ttrsim.studies.run.api",
    "run_suite": "ttrsim.studies.run.api",
    "save_baseline": "ttrsim.studies.regression.api",
    "skill_ladder": "ttrsim.studies.tournament.api",
    "sprt": "ttrsim.studies.regression.api",
    "summary": "ttrsim.documents.report.api",
    "sweep": "ttrsim.studies.sweep.api",
    "tournament": "ttrsim.studies.tournament.api",
    "tune": "ttrsim.studies.tune.api",
}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'ttrsim' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__", "__doc__"]
