"""`python -m bench [PART …]`: every promise that has a number, beside what this machine makes of it now."""

from __future__ import annotations

import importlib
import sys

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
    "guesses",
    "beliefs",
    "advice",
    "seer",
)


def main() -> None:
    for part in sys.argv[1:] or PARTS:
        importlib.import_module(f"bench.{part}").main()


if __name__ == "__main__":
    main()
