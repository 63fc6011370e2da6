"""`ttrsim scenario`: list, check and show scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.requests import OfScenario
from ttrsim.wording import time_text

if TYPE_CHECKING:
    from ttrsim.runs.estimate import Forecast
    from ttrsim.runs.plan import Plan
    from ttrsim.runs.scenario.setup import Setup

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.command("list")
def list_scenarios(as_json: Json = False) -> None:
    """List the built-in scenarios. Play one with `ttrsim run NAME`."""
    from ttrsim.documents.document import Document, Table
    from ttrsim.runs.scenario.sources import built_in_scenarios, read_toml

    scenarios = {name: read_toml(path) for name, path in built_in_scenarios().items()}
    if as_json:
        paths = built_in_scenarios()
        console.say_json([{"name": name, "about": _about(scenarios[name]), "path": str(paths[name])} for name in paths])
        return
    rows = [(name, _about(values)) for name, values in scenarios.items()]
    table = Table.of_texts("scenarios", "", ("scenario", "about"), rows)
    console.show(Document(f"{len(rows)} scenarios", [], [table]))


def _about(values: dict[str, Any]) -> str:
    n_members = len(values.get("scenario", ()))
    return str(values.get("about", "")) + (f" ({n_members} scenarios)" if n_members else "")


@app.command()
@asks(OfScenario)
def check(request: OfScenario, as_json: Json = False) -> None:
    """Check a scenario, and estimate its running time and how precise its win shares will be."""
    setups = _load(request)
    if as_json:
        console.say_json([{"source": setup.source} | _overview(setup) for setup in setups])
        return
    for setup in setups:
        console.say(f"ok: {setup.source}")
        _say_overview(setup)


@app.command()
@asks(OfScenario)
def show(request: OfScenario, as_json: Json = False) -> None:
    """Show a scenario with all its keys and defaults, and what it would play."""
    from ttrsim.runs.scenario.writing import scenario_toml

    setups = _load(request)
    if as_json:
        console.say_json([setup.scenario.model_dump(mode="json", exclude_none=True) for setup in setups])
        return
    for setup in setups:
        console.say(scenario_toml(setup.scenario))
        _say_overview(setup)


@app.command()
def schema() -> None:
    """Print the JSON schema of scenario files, for editors."""
    from ttrsim.runs.scenario.writing import scenario_schema

    console.say_json(scenario_schema())


def _load(request: OfScenario) -> list[Setup]:
    from ttrsim.runs.scenario.reading import load_all
    from ttrsim.runs.scenario.sources import find_scenarios

    return load_all(find_scenarios(request.scenario), request)


def _overview(setup: Setup) -> dict[str, str]:
    from ttrsim.runs.estimate import estimate
    from ttrsim.runs.plan import make_plan

    plan = make_plan(setup)
    return _table_lines(setup, plan) | _estimate_lines(plan, estimate(setup, plan))


def _say_overview(setup: Setup) -> None:
    for key, text in _overview(setup).items():
        console.say(f"{key + ':':11}{text}")


def _table_lines(setup: Setup, plan: Plan) -> dict[str, str]:
    from ttrsim.runs.scenario.restrictions import describe

    scenario, labels = setup.scenario, setup.labels
    rules = ", ".join(f"{key} = {value}" for key, value in scenario.board.house_rules.items())
    if scenario.field is None:
        seats = ", ".join(labels[number] for number in plan.seatings[0])
    else:
        n_line_ups = len(plan.seatings) // plan.n_rotations
        seats = f"{n_line_ups} line-ups of {setup.n_seats} out of {', '.join(labels)}, in turn"
    rotations = (
        "1 (all bots are the same)" if plan.n_rotations == 1 and scenario.rotations == "all" else str(plan.n_rotations)
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


def _estimate_lines(plan: Plan, guess: Forecast) -> dict[str, str]:
    from ttrsim.workers.executor import Threads

    n_threads = Threads().n_threads
    seconds = plan.n_games / (guess.games_per_second * n_threads)
    width = (
        "too few deals to estimate"
        if guess.half_width is None
        else f"known within {100 * guess.half_width:.2f} percentage points (95 %)"
    )
    return {
        "win share": width,
        "time": f"about {time_text(seconds)} with {n_threads} threads",
        "disk": f"about {plan.n_games * guess.bytes_per_game / 1e6:,.1f} MB ({guess.bytes_per_game:.0f} bytes a game)",
        "estimated": f"from a sample of {guess.sample:,} games",
    }
