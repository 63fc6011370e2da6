"""`python -m bench [PART …]`: every promise that has a number, beside what this machine makes of it now."""

from __future__ import annotations

import importlib
import json
import os
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

import ttrsim
from bench.measure import claims

PARTS = (
    "kernel",
    "planner",
    "worst_case",
    "start_up",
    "runs",
    "experiments",
    "rebalance",
    "reports",
    "page",
    "scale",
    "explore",
    "watching",
    "beliefs",
    "advice",
    "seer",
)


KEPT = Path("build/bench.json")


def main() -> None:
    for part in sys.argv[1:] or PARTS:
        importlib.import_module(f"bench.{part}").main()
    at_a_glance()


def at_a_glance() -> None:
    """One table of all claims, kept as JSON too, so that versions can be compared."""
    table = Table(title="All claims", title_justify="left")
    for column in ("claim", "measured", ""):
        table.add_column(column)
    for claim in claims:
        table.add_row(claim.name, claim.measured, "met" if claim.is_met else "SHORT")
    Console().print(table)
    short = sum(not claim.is_met for claim in claims)
    print(
        f"{len(claims) - short} of {len(claims)} met; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    KEPT.parent.mkdir(exist_ok=True)
    about = {"ttrsim": ttrsim.__version__, "python": platform.python_version(), "machine": platform.machine()}
    about |= {"cores": os.cpu_count(), "load": os.getloadavg()[0]}
    kept = {"about": about, "claims": [claim._asdict() for claim in claims]}
    KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False), encoding="utf-8")
    print(f"saved in {KEPT}")


if __name__ == "__main__":
    main()
