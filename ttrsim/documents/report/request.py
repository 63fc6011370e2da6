"""What `ttrsim summary` and `ttrsim report` are asked."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator

from ttrsim.documents.report import PARTS
from ttrsim.request import Names, Request, argument, option


def several(value: Any) -> Any:
    """One alone will do."""
    is_one = isinstance(value, str | PathLike) or not hasattr(value, "__iter__") or isinstance(value, Mapping)
    return [value] if is_one else list(value)


def known_parts(parts: tuple[str, ...]) -> tuple[str, ...]:
    if unknown := [part for part in parts if part not in PARTS]:
        raise ValueError(f"unknown part {unknown[0]!r} of a report; choose from {', '.join(PARTS)}")
    return parts


class SummaryRequest(Request):
    """Print the main results of runs: findings in sentences, failed controls, the best and the worst.

    Exit code 3: a control is out of bounds, i.e. a number that does not depend on the bots is wrong.
    """

    verb = "summary"

    runs: Annotated[Any, BeforeValidator(several)] = argument(
        "One or more run folders.",
        "RUN…",
        type=list[Path],
        hint="str | PathLike[str] | Run | Sequence[str | PathLike[str] | Run]",
    )
    metrics: Annotated[tuple[Path, ...], BeforeValidator(several)] = option(
        "Python file with your own metrics; repeatable.", (), metavar="FILE.py", says="none", type=list[Path]
    )


class ReportRequest(SummaryRequest):
    """Write a report on runs and experiments: one HTML file, a summary, figures and tables.

    Exit code 3: a control is out of bounds, i.e. a number that does not depend on the bots is wrong.
    """

    verb = "report"

    out: Path | None = option(
        "Output folder.", None, "--output -o", metavar="DIR", says="RUN/report for one run, report/ for several"
    )
    parts: Annotated[Names, AfterValidator(known_parts)] = option(
        "Parts to write besides summary.json.", PARTS, metavar="PART,…"
    )
