"""A comparison for people and for programs: terminal, Markdown, JSON and JUnit XML, all from the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ttrsim.regression.blocks import Series
from ttrsim.regression.comparison import ORDER, ComparedRun, Comparison, Row, full_name
from ttrsim.stats.intervals import ALPHA

HEADINGS = ("metric", "baseline", "now", "difference", "tolerance", "n", "verdict")
COLOURS = {"different": "bold red", "inconclusive": "yellow", "within tolerance": "green", "identical": "green"}
MAX_ROWS = {"different": 15, "inconclusive": 5}  # that are shown to people; JSON and JUnit have all
TOO_FEW = "too few"


def headline(comparison: Comparison) -> str:
    return f"{comparison.baseline}: {comparison.verdict}"


def run_line(run: ComparedRun) -> str:
    name = (run.name or "run") + (f" ({run.notice})" if run.notice else "")
    if run.how == "digest":
        return f"{name}: identical, all of {run.games[1]:,} games"
    counts = run.counts()
    counted = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ORDER if counts[verdict])
    deals = f"{run.deals[1]:,} paired deals" if run.how == "paired deals" else _sizes("deals", run.deals)
    return f"{name}: {run.verdict} — {counted}; {deals}, {_sizes('games', run.games)}"


def _sizes(what: str, sizes: tuple[int, int]) -> str:
    return f"{sizes[1]:,} {what}" if sizes[0] == sizes[1] else f"{sizes[0]:,} {what} then and {sizes[1]:,} now"


def footnote(comparison: Comparison) -> str:
    return (
        f"Intervals hold all {comparison.family} differences at once with {100 * (1 - ALPHA):.0f} % confidence "
        f"(each fails with {ALPHA / max(1, comparison.family):.2g}); n counts the observations of the run with fewer."
    )


def noteworthy(run: ComparedRun) -> list[Row]:
    """What is neither identical nor within its tolerance: those first that differ most for their intervals."""
    rows: list[Row] = []
    for verdict, most in MAX_ROWS.items():
        rows += sorted((row for row in run.rows if row.verdict == verdict), key=_weight)[:most]
    return rows


def _weight(row: Row) -> float:
    if row.difference is None:
        return 0.0
    value, low, high = row.difference
    return -abs(value) / ((high - low) / 2 + 1e-9)


def cells(row: Row) -> tuple[str, ...]:
    difference = TOO_FEW
    if row.difference is not None:
        value, low, high = row.difference
        difference = f"{value:+.3g} ({low:+.3g} … {high:+.3g})"
    values = (_value(row.before), _value(row.after), difference, f"±{row.tolerance:g}", _n(row))
    return (row.metric, *values, row.verdict)


def numbers(metric: str, series: Series) -> tuple[str, ...]:
    """A series alone: its name, value, interval and n."""
    name = full_name(metric, series.keys)
    if series.value is None:
        return (name, TOO_FEW, "", f"{series.n:,}")
    return (name, f"{series.value:.4g}", f"{series.low:.4g} … {series.high:.4g}", f"{series.n:,}")


def _value(series: Series | None) -> str:
    return "–" if series is None or series.value is None else f"{series.value:.4g}"


def _n(row: Row) -> str:
    return f"{min(series.n if series else 0 for series in (row.before, row.after)):,}"


# ---- terminal ------------------------------------------------------------------------------------


def print_comparison(comparison: Comparison, console: Console) -> None:
    for run in comparison.runs:
        console.print(Text(run_line(run), style=COLOURS[run.verdict]))
        for verdict in MAX_ROWS:
            if rows := [row for row in noteworthy(run) if row.verdict == verdict]:
                console.print(_rich_table(verdict, rows))
    if any(run.rows for run in comparison.runs):
        console.print(Text(footnote(comparison), style="dim"))
    console.print(Text(headline(comparison), style=COLOURS[comparison.verdict]))


def _rich_table(verdict: str, rows: Sequence[Row]) -> Table:
    """In a column of its own a long name breaks only between metric and keys."""
    table = Table(
        title=verdict, title_justify="left", title_style=COLOURS[verdict], box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for heading in HEADINGS[:-1]:
        table.add_column(heading, justify="left" if heading == "metric" else "right")
    for row in rows:
        name, *rest = cells(row)[:-1]
        table.add_row(*map(Text, (name.replace("[", " [", 1), *rest)))
    return table


# ---- Markdown ------------------------------------------------------------------------------------


def markdown(comparison: Comparison) -> str:
    """For the summary of a CI job."""
    return "\n".join(_markdown_lines(comparison)) + "\n"


def _markdown_lines(comparison: Comparison) -> Iterator[str]:
    yield from (f"## {headline(comparison)}", "")
    for run in comparison.runs:
        yield from (f"- {run_line(run)}",)
    for run in comparison.runs:
        if rows := noteworthy(run):
            yield from (
                "",
                f"### {run.name or 'run'}",
                "",
                f"| {' | '.join(HEADINGS)} |",
                "|---|--:|--:|--:|--:|--:|---|",
            )
            yield from (f"| {' | '.join(cell.replace('|', '∣') for cell in cells(row))} |" for row in rows)
    if any(run.rows for run in comparison.runs):
        yield from ("", footnote(comparison))


# ---- for programs --------------------------------------------------------------------------------


def as_dict(comparison: Comparison) -> dict[str, Any]:
    return {
        "baseline": comparison.baseline,
        "verdict": comparison.verdict,
        "alpha": ALPHA,
        "family": comparison.family,
        "runs": [
            {
                "name": run.name,
                "notice": run.notice,
                "verdict": run.verdict,
                "how": run.how,
                "deals": {"before": run.deals[0], "after": run.deals[1]},
                "games": {"before": run.games[0], "after": run.games[1]},
                "metrics": [_row_dict(row) for row in run.rows],
            }
            for run in comparison.runs
        ],
    }


def _row_dict(row: Row) -> dict[str, Any]:
    sides = {"before": row.before, "after": row.after}
    values = {side: series and {"value": series.value, "n": series.n} for side, series in sides.items()}
    difference = row.difference and row.difference._asdict()
    return {
        "metric": row.metric,
        **values,
        "difference": difference,
        "tolerance": row.tolerance,
        "verdict": row.verdict,
    }


def junit(comparison: Comparison, is_strict: bool) -> str:
    """A test suite for each run and a test for each metric; `is_strict` makes the inconclusive ones fail too."""
    root = ElementTree.Element("testsuites", name=f"ttrsim compare {comparison.baseline}")
    for run in comparison.runs:
        counts = run.counts()
        n_failures = counts["different"] + (counts["inconclusive"] if is_strict else 0)
        n_skipped = 0 if is_strict else counts["inconclusive"]
        counted = {"tests": len(run.rows) or 1, "failures": n_failures, "skipped": n_skipped, "errors": 0}
        attributes = {"name": run.name or "run"} | {key: str(number) for key, number in counted.items()}
        suite = ElementTree.SubElement(root, "testsuite", attributes)
        if run.how == "digest":
            ElementTree.SubElement(suite, "testcase", classname=run.name or "run", name="results digest")
        for row in run.rows:
            _junit_case(suite, run.name or "run", row, is_strict)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _junit_case(suite: ElementTree.Element, run: str, row: Row, is_strict: bool) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=run, name=row.metric)
    message = "; ".join(f"{heading}: {cell}" for heading, cell in zip(HEADINGS[1:], cells(row)[1:], strict=True))
    if row.verdict == "different" or (is_strict and row.verdict == "inconclusive"):
        ElementTree.SubElement(case, "failure", message=message)
    elif row.verdict == "inconclusive":
        ElementTree.SubElement(case, "skipped", message=message)
