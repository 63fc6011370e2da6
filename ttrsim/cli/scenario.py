"""`ttrsim scenario`: check and show scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ttrsim.cli import console
from ttrsim.cli.progress import time_text
from ttrsim.cli.run import Bots, Deals, Games, Scenario, Seed, Settings, Tables, changes_of

if TYPE_CHECKING:
    from ttrsim.runs.estimate import Estimate
    from ttrsim.runs.plan import Plan
    from ttrsim.scenario.changes import Changes
    from ttrsim.scenario.reading import Setup

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.command()
def check(
    scenario: Scenario,
    bots: Bots = None,
    games: Games = None,
    deals: Deals = None,
    seed: Seed = None,
    settings: Settings = None,
    tables: Tables = None,
) -> None:
    """Check a scenario and say what would be played, how long it would take and what it would tell."""
    for setup in _load(scenario, changes_of(bots, games, deals, seed, settings, tables)):
        console.say(f"ok: {setup.source}")
        _say_overview(setup)


@app.command()
def show(
    scenario: Scenario,
    bots: Bots = None,
    games: Games = None,
    deals: Deals = None,
    seed: Seed = None,
    settings: Settings = None,
    tables: Tables = None,
) -> None:
    """Show a scenario with every key it has, and what would be played."""
    from ttrsim.scenario.writing import scenario_toml

    for setup in _load(scenario, changes_of(bots, games, deals, seed, settings, tables)):
        console.say(scenario_toml(setup.scenario))
        _say_overview(setup)


@app.command()
def schema() -> None:
    """Print the JSON schema of scenario files, for editors."""
    from ttrsim.scenario.writing import scenario_schema

    console.say_json(scenario_schema())


def _load(scenario: str, changes: Changes) -> list[Setup]:
    from ttrsim.scenario.reading import load_all
    from ttrsim.scenario.sources import find_scenarios

    return load_all(find_scenarios(scenario), changes)


def _say_overview(setup: Setup) -> None:
    from ttrsim.runs.estimate import estimate
    from ttrsim.runs.plan import make_plan

    plan = make_plan(setup)
    for key, text in (_table_lines(setup, plan) | _estimate_lines(plan, estimate(setup, plan))).items():
        console.say(f"{key + ':':11}{text}")


def _table_lines(setup: Setup, plan: Plan) -> dict[str, str]:
    from ttrsim.scenario.restrictions import describe

    scenario, labels = setup.scenario, setup.labels
    rules = ", ".join(f"{key} = {value}" for key, value in scenario.board.house_rules.items())
    if scenario.field is None:
        seats = ", ".join(labels[number] for number in plan.seatings[0])
    else:
        n_line_ups = len(plan.seatings) // plan.n_rotations
        seats = f"{n_line_ups} line-ups of {setup.n_seats} out of {', '.join(labels)}, in turn"
    rotations = (
        "1: all bots are the same" if plan.n_rotations == 1 and scenario.rotations == "all" else str(plan.n_rotations)
    )
    limits = describe(setup.game, scenario.restrictions)
    return {
        "board": setup.board.title + (f", with {rules}" if rules else ""),
        **({"notice": setup.board.notice} if setup.board.notice else {}),
        "seats": seats,
        **({"limits": limits} if limits else {}),
        "rotations": rotations,
        "games": f"{plan.n_games:,} ({plan.n_deals:,} deals)",
        "tables": ", ".join(setup.tables),
    }


def _estimate_lines(plan: Plan, guess: Estimate) -> dict[str, str]:
    from ttrsim.engine.executor import Threads

    n_threads = Threads().n_threads
    seconds = plan.n_games / (guess.games_per_second * n_threads)
    width = "too few deals to tell" if guess.half_width is None else f"± {guess.half_width:.2%} (95 %)"
    return {
        "win share": width,
        "time": f"about {time_text(seconds)} with {n_threads} threads",
        "disk": f"about {plan.n_games * guess.bytes_per_game / 1e6:,.1f} MB ({guess.bytes_per_game:.0f} bytes a game)",
        "judged by": f"{guess.sample:,} games played now",
    }
