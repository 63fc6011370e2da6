"""Checks for people and for programs: terminal, Markdown, JSON and JUnit XML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ttrsim.stats.intervals import CONFIDENCE
from ttrsim.studies.regression.checks import Check, CheckedScenario, State
from ttrsim.studies.regression.junit import Case, Suite, junit_text

SIGNS: dict[State, str] = {"holds": "✓", "fails": "✗", "undecided": "?"}
HEADINGS = ("", "check", "value", "interval", "n")
FOOTNOTE = f"All intervals hold at once with {CONFIDENCE:.0%} confidence, whenever a check is decided."


def full_text(check: Check) -> str:
    return f"{check.scenario}: {check.threshold.text}" if check.scenario else check.threshold.text


def cells(check: Check) -> tuple[str, ...]:
    interval = f"{check.low:.4g} … {check.high:.4g}"
    return (SIGNS[check.state], full_text(check), f"{check.value:.4g}", interval, f"{check.n:,}")


def headline(checks: Sequence[Check]) -> str:
    counts = {state: sum(check.state == state for check in checks) for state in SIGNS}
    return f"{len(checks)} checks: " + ", ".join(f"{n} {state}" for state, n in counts.items() if n)


def notes(checks: Sequence[Check]) -> list[str]:
    return [FOOTNOTE, *dict.fromkeys(text for check in checks for text in (_board(check), check.notice) if text)]


def _board(check: Check) -> str:
    return f"{check.scenario}: {check.board}" if check.board and check.scenario else check.board


def rich_table(checks: Sequence[Check]) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), caption="\n".join(notes(checks)), caption_justify="left")
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in ("", "check") else "right", overflow="fold")
    for check in checks:
        table.add_row(*map(Text, cells(check)), style="bold red" if check.state == "fails" else None)
    return table


def markdown(checks: Sequence[Check]) -> str:
    return "\n".join(_markdown_lines(checks)) + "\n"


def _markdown_lines(checks: Sequence[Check]) -> Iterator[str]:
    yield from (f"## {headline(checks)}", "", f"| {' | '.join(HEADINGS)} |", "|---|---|--:|--:|--:|")
    yield from (f"| {' | '.join(cell.replace('|', '∣') for cell in cells(check))} |" for check in checks)
    for note in notes(checks):
        yield from ("", note)


def junit(scenarios: Sequence[CheckedScenario], source: str) -> str:
    suites = [
        Suite(scenario.name or "scenario", scenario.seconds, [_case(check) for check in scenario.checks])
        for scenario in scenarios
    ]
    return junit_text(f"ttrsim check {source}", suites)


def _case(check: Check) -> Case:
    _, _, value, interval, n = cells(check)
    failure = f"{check.state}: value {value}, interval {interval}, n = {n}"
    return Case(check.threshold.text, failure="" if check.state == "holds" else failure)


def as_dict(check: Check) -> dict[str, Any]:
    return {
        "scenario": check.scenario,
        "board": check.board,
        "notice": check.notice,
        "check": check.threshold.text,
        "state": check.state,
        "value": check.value,
        "low": check.low,
        "high": check.high,
        "n": check.n,
        "deals": check.deals,
    }
