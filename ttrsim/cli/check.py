"""`ttrsim check`: do the thresholds of a scenario hold?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, Scenario, ThreadCount
from ttrsim.errors import CheckError, InconclusiveError, UserError

if TYPE_CHECKING:
    from rich.table import Table

    from ttrsim.regression.checks import Check

app = typer.Typer(add_completion=False)

SIGNS = {"holds": "✓", "fails": "✗", "undecided": "?"}


@app.command()
def check(
    scenario: Scenario,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Maximum games of each scenario (default: its own number).")
    ] = None,
    as_json: Json = False,
    threads: ThreadCount = None,
) -> None:
    """Check the thresholds of a scenario or a suite, playing only as many games as needed."""
    checks = _play(scenario, games, threads)
    if as_json:
        console.say_json([_as_dict(each) for each in checks])
    else:
        console.rich_console().print(_table(checks))
    n_failed, n_open = (sum(each.state == state for each in checks) for state in ("fails", "undecided"))
    if n_failed:
        raise CheckError(f"{n_failed} of {len(checks)} checks failed")
    if n_open:
        raise InconclusiveError(f"{n_open} of {len(checks)} checks are undecided: give more games")


def _play(scenario: str, games: int | None, threads: int | None) -> list[Check]:
    from ttrsim.cli.progress import StatusLine
    from ttrsim.engine.executor import Threads
    from ttrsim.regression.checks import checks_of, play_checks
    from ttrsim.scenario.changes import Changes
    from ttrsim.scenario.reading import load_all
    from ttrsim.scenario.sources import find_scenarios, name_of
    from ttrsim.stats.intervals import ALPHA

    executor = Threads(threads)
    members = find_scenarios(scenario)
    setups = load_all(members, Changes(games=games))
    groups = [checks_of(name_of(member), setup) for member, setup in zip(members, setups, strict=True)]
    n_checks = sum(map(len, groups))
    if not n_checks:
        raise UserError(f"{scenario}: checks: there are none")
    error = ALPHA / n_checks  # so that no verdict of the suite is wrong, with the confidence of a single interval
    with StatusLine() as line:
        for setup, group in zip(setups, groups, strict=True):
            if group:
                play_checks(setup, group, error, lambda so_far, n: line.show(_status(so_far, n)), executor)
    return [each for group in groups for each in group]


def _status(checks: Sequence[Check], n_games: int) -> str:
    n_open = sum(check.state == "undecided" for check in checks)
    return f"{n_games:,} games, {n_open} of {len(checks)} checks open"


def _table(checks: Sequence[Check]) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    caption = "all intervals together hold with 95 % confidence, at every look"
    caption = "\n".join([caption, *dict.fromkeys(check.notice for check in checks if check.notice)])
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), caption=caption, caption_justify="left")
    for heading in ("", "check", "value", "interval", "n"):
        table.add_column(heading, justify="left" if heading in ("", "check") else "right")
    for check in checks:
        where = f"{check.scenario}: " if check.scenario else ""
        interval = f"{check.low:.4g} … {check.high:.4g}"
        row = (SIGNS[check.state], where + check.threshold.text, f"{check.value:.4g}", interval, f"{check.n:,}")
        table.add_row(*map(Text, row), style="bold red" if check.state == "fails" else None)
    return table


def _as_dict(check: Check) -> dict[str, Any]:
    return {
        "scenario": check.scenario,
        "notice": check.notice,
        "check": check.threshold.text,
        "state": check.state,
        "value": check.value,
        "low": check.low,
        "high": check.high,
        "n": check.n,
        "deals": check.deals,
    }
