"""What the measurements of pages share: a browser, and what is timed in it."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from bench.measure import show, verdict
from tests.documents.pages.chromium import NAMES, Chromium, find_chromium

ROUNDS = 9
MOST_SECONDS, MOST_MILLISECONDS = 1.0, 100.0

OPENED = "performance.getEntriesByType('navigation')[0].loadEventEnd / 1000"
FRAME = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));"  # until the next one is shown

Row = list[str]  # label, measured, at most, verdict


def show_rows(title: str, rows_of: Callable[[Chromium], list[Row]]) -> None:
    """The rows that a browser gives, as a table; without a browser, why there is none."""
    program = find_chromium()
    if program is None:
        print(f"No Chromium to measure pages in: none of {', '.join(NAMES)} is installed")
        return
    browser = Chromium(program)
    rows = rows_of(browser)
    browser.close()
    show(title, ["", "measured", "at most", ""], rows)


def median_row(label: str, times: Sequence[float], most: float, digits: int) -> Row:
    median = statistics.median(times)
    spread = f"median of {len(times)}; best {min(times):.{digits}f}, worst {max(times):.{digits}f}"
    return [f"  {label} ({spread})", f"{median:.{digits}f}", f"{most:g}", verdict(most, median)]
