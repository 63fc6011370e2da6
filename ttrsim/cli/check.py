"""`ttrsim check`: do the thresholds of a scenario hold?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.ci_files import JunitFile, MarkdownFile, write_for_ci
from ttrsim.cli.options import Json, Scenario, ThreadCount
from ttrsim.errors import CheckError, InconclusiveError, UserError

if TYPE_CHECKING:
    from ttrsim.regression.check_formats import CheckedScenario
    from ttrsim.regression.checks import Check

app = typer.Typer(add_completion=False)


@app.command()
def check(
    scenario: Scenario,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="Maximum games of each scenario (default: its own number).")
    ] = None,
    as_json: Json = False,
    markdown: MarkdownFile = None,
    junit: JunitFile = None,
    threads: ThreadCount = None,
) -> None:
    """Check the thresholds of a scenario or a suite, playing only as many games as needed."""
    from ttrsim.regression import check_formats as formats

    played = _play(scenario, games, threads)
    checks = [each for one in played for each in one.checks]
    if as_json:
        console.say_json([formats.as_dict(each) for each in checks])
    else:
        console.rich_console().print(formats.rich_table(checks))
    write_for_ci(markdown, formats.markdown(checks), junit, formats.junit(played, scenario))
    failed, undecided = (
        [formats.full_text(each) for each in checks if each.state == state] for state in ("fails", "undecided")
    )
    if failed:
        raise CheckError(f"{len(failed)} of {len(checks)} checks failed:{_listed(failed)}")
    if undecided:
        raise InconclusiveError(
            f"{len(undecided)} of {len(checks)} checks are undecided, give more games:{_listed(undecided)}"
        )


def _listed(texts: Sequence[str]) -> str:
    return "".join(f"\n  {text}" for text in texts)


def _play(scenario: str, games: int | None, threads: int | None) -> list[CheckedScenario]:
    """The scenarios that have checks."""
    from ttrsim.cli.progress import StatusLine
    from ttrsim.engine.executor import Threads
    from ttrsim.regression.check_formats import CheckedScenario
    from ttrsim.regression.checks import checks_of, play_checks
    from ttrsim.scenario.changes import Changes
    from ttrsim.scenario.reading import load_all
    from ttrsim.scenario.sources import find_scenarios, name_of
    from ttrsim.stats.intervals import ALPHA

    executor = Threads(threads)
    members = find_scenarios(scenario)
    setups = load_all(members, Changes(games=games))
    groups = {name_of(member): checks_of(name_of(member), setup) for member, setup in zip(members, setups, strict=True)}
    n_checks = sum(map(len, groups.values()))
    if not n_checks:
        raise UserError(f"{scenario}: checks: there are none")
    error = ALPHA / n_checks  # so that no verdict of the suite is wrong, with the confidence of a single interval
    played = []
    with StatusLine() as line:
        for setup, (name, group) in zip(setups, groups.items(), strict=True):
            if group:
                start = time.perf_counter()
                play_checks(setup, group, error, lambda so_far, n: line.show(_status(so_far, n)), executor)
                played.append(CheckedScenario(name, time.perf_counter() - start, group))
    return played


def _status(checks: Sequence[Check], n_games: int) -> str:
    n_open = sum(check.state == "undecided" for check in checks)
    return f"{n_games:,} games, {n_open} of {len(checks)} checks open"
