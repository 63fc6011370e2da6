"""Keeps a report up to date: writes it only if it is missing or its runs have changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ttrsim import __version__
from ttrsim.documents.report.api import report
from ttrsim.documents.report.summary import TellRun

WRITTEN_BY = {"md": "report.md", "png": "figures/*.png", "svg": "figures/*.svg", "csv": "tables/*.csv"}


def current_report(runs: Sequence[Path], folder: Path, progress: TellRun) -> tuple[Path, bool]:
    """The page of a report in a folder, and whether it had to be written.

    Other parts of a report in the folder are written again too, so that all parts agree.
    """
    page = folder / "report.html"
    if _is_current(page, runs):
        return page, False
    parts = ["html", *(part for part, files in WRITTEN_BY.items() if any(folder.glob(files)))]
    report(list(runs), out=folder, parts=parts, progress=progress)
    return page, True


def _is_current(page: Path, runs: Sequence[Path]) -> bool:
    """Made by this version, after everything that the runs hold."""
    try:
        written, text = page.stat().st_mtime_ns, page.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    files = [run / name for run in runs for name in ("manifest.json", "parts.jsonl")]
    is_newest = all(file.stat().st_mtime_ns < written for file in files if file.exists())
    return is_newest and f"Made by ttrsim {__version__} " in text
