"""A comparison for people and for programs: terminal, Markdown, JSON and JUnit XML, all from the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ttrsim.measures.blocks import Series
from ttrsim.stats.equivalence import Verdict
from ttrsim.stats.intervals import ALPHA
from ttrsim.studies.regression.comparison import ORDER, ComparedRun, Comparison, Row, full_name
from ttrsim.studies.regression.junit import Case, Suite, junit_text

HEADINGS = ("metric", "baseline", "now", "difference", "tolerance", "n", "verdict")
COLOURS = {"different": "bold red", "inconclusive": "yellow", "within tolerance": "green", "identical": "green"}
MAX_ROWS: dict[Verdict, int] = {
    "different": 15,
    "inconclusive": 5,
}  # differences shown to people; JSON and JUnit have all
MAX_MOVED = 5  # of those within tolerance, where games had to be the same
TOO_FEW = "too few"


def headline(comparison: Comparison) -> str:
    return f"{comparison.baseline}: {comparison.verdict}"


def run_line(run: ComparedRun) -> str:
    name = (run.name or "run") + "".join(f" ({text})" for text in (run.board, run.notice) if text)
    if run.how == "digest":
        return f"{name}: identical, all of {run.games[1]:,} games"
    counts = run.counts()
    counted = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ORDER if counts[verdict])
    counted = f"not the same games; metrics: {counted}" if run.is_exact else counted
    deals = f"{run.deals[1]:,} paired deals" if run.how == "paired deals" else _sizes("deals", run.deals)
    return f"{name}: {run.verdict} — {counted}; {deals}, {_sizes('games', run.games)}"


def _sizes(what: str, sizes: tuple[int, int]) -> str:
    return f"{sizes[1]:,} {what}" if sizes[0] == sizes[1] else f"{sizes[0]:,} {what} then and {sizes[1]:,} now"


def footnote(comparison: Comparison) -> str:
    return (
        f"Intervals hold all {comparison.family} differences at once with {100 * (1 - ALPHA):.0f} % confidence "
        f"(each fails with {ALPHA / max(1, comparison.family):.2g}); n counts the observations of the run with fewer."
    )


def noteworthy(run: ComparedRun) -> Iterator[tuple[Verdict, list[Row], int]]:
    """By verdict, the rows that people should see, clearest first, and how many more there are.

    What is within its tolerance matters only where games had to be the same: it shows what has moved.
    """
    limits = MAX_ROWS | ({"within tolerance": MAX_MOVED} if run.is_exact else {})
    for verdict, most in limits.items():
        if rows := sorted((row for row in run.rows if row.verdict == verdict), key=_weight):
            yield verdict, rows[:most], len(rows) - len(rows[:most])


def more_text(n_more: int, verdict: Verdict) -> str:
    return f"and {n_more} more {verdict}: --json or --junit has all of them"


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
        for verdict, rows, n_more in noteworthy(run):
            console.print(_rich_table(verdict, rows))
            if n_more:
                console.print(Text(more_text(n_more, verdict)))
    if any(run.rows for run in comparison.runs):
        console.print(Text(footnote(comparison), style="dim"))
    console.print(Text(headline(comparison), style=COLOURS[comparison.verdict]))


def _rich_table(verdict: str, rows: Sequence[Row]) -> Table:
    """In its column, a long name breaks only between metric and keys."""
    table = Table(
        title=verdict, title_justify="left", title_style=COLOURS[verdict], box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for heading in HEADINGS[:-1]:
        table.add_column(heading, justify="left" if heading == "metric" else "right", overflow="fold")
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
        for verdict, rows, n_more in noteworthy(run):
            yield from ("", f"### {run.name or 'run'}: {verdict}", "")
            yield from (f"| {' | '.join(HEADINGS)} |", "|---|--:|--:|--:|--:|--:|---|")
            yield from (f"| {' | '.join(cell.replace('|', '∣') for cell in cells(row))} |" for row in rows)
            if n_more:
                yield from ("", more_text(n_more, verdict))
    if any(run.rows for run in comparison.runs):
        yield from ("", footnote(comparison))


# ---- for programs --------------------------------------------------------------------------------


def as_dict(comparison: Comparison) -> dict[str, Any]:
    return {
        "baseline": comparison.baseline,
        "verdict": comparison.verdict,
        "exact": comparison.is_exact,
        "alpha": ALPHA,
        "family": comparison.family,
        "runs": [
            {
                "name": run.name,
                "board": run.board,
                "notice": run.notice,
                "verdict": run.verdict,
                "how": run.how,
                "seconds": run.seconds,
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
    """A test for the games of each run and one for each metric; `is_strict` makes the inconclusive ones fail too."""
    suites = [
        Suite(run.name or "run", run.seconds, [_games_case(run), *(_case(row, is_strict) for row in run.rows)])
        for run in comparison.runs
    ]
    return junit_text(f"ttrsim compare {comparison.baseline}", suites)


def _games_case(run: ComparedRun) -> Case:
    name = "games are identical"
    if run.how == "digest":
        return Case(name)
    return Case(name, failure=run_line(run)) if run.is_exact else Case(name, skipped=run_line(run))


def _case(row: Row, is_strict: bool) -> Case:
    message = "; ".join(f"{heading}: {cell}" for heading, cell in zip(HEADINGS[1:], cells(row)[1:], strict=True))
    if row.verdict == "different" or (is_strict and row.verdict == "inconclusive"):
        return Case(row.metric, failure=message)
    return Case(row.metric, skipped=message if row.verdict == "inconclusive" else "")
