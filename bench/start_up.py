"""Cold compile, warm start and help, as a user meets them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.measure import show

TRACE = ["trace", "europe", "--bots", "random,greedy", "-o", os.devnull]
EXAMPLE = re.compile(r"<!-- file: mine.py -->\n```python\n(.*?)```", re.DOTALL)  # the bot of docs/bots.md


def seconds_of(arguments: list[str], cache: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "ttrsim", *arguments],
        env=os.environ | {"TTRSIM_CACHE_DIR": cache},
        check=True,
        capture_output=True,
    )
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds_of(TRACE, cache)
        warm = min(seconds_of(TRACE, cache) for _ in range(5))
        own_bot = _tournament(Path(cache) / "mine.py")
        seconds_of(own_bot, cache)
        own = min(seconds_of(own_bot, cache) for _ in range(5))
        help_page = min(seconds_of(["--help"], cache) for _ in range(5))
    rows = [
        ["first start: whole kernel compiled", f"{cold:.1f}", "30"],
        ["trace, compiled before", f"{warm:.2f}", "1.5"],
        ["tournament with an own bot, compiled before", f"{own:.2f}", "1.5"],
        ["--help", f"{help_page:.2f}", "0.4"],
    ]
    show("Start-up, seconds", ["", "measured", "at most"], rows)


def _tournament(file: Path) -> list[str]:
    docs = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
    file.write_text(EXAMPLE.search(docs.read_text(encoding="utf-8"))[1], encoding="utf-8")
    return ["tournament", "usa", "--bots", f"{file}:connector,planner", "-n", "5"]
