"""Where results come from: the code, the machine and the command that made them."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from ttrsim import __version__
from ttrsim.games.contract import Game
from ttrsim.machine.sources import PACKAGE
from ttrsim.play.columns import SCHEMA_VERSION
from ttrsim.play.identity import bot_digest, code_digest
from ttrsim.runs.manifest import FORMAT, Inputs, Manifest, Session, SumsEntry
from ttrsim.runs.plan import WHOLE, Plan
from ttrsim.runs.scenario.model import Experiment
from ttrsim.runs.scenario.setup import Setup
from ttrsim.runs.sums import measuring_of


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def rules_version(game: Game) -> int:
    return game.kernel.rules_version


def results_key(setup: Setup, plan: Plan) -> str:
    """A digest of everything that affects the results: equal keys mean equal results. Shards of a run share it."""
    scenario = setup.scenario
    decisive = {
        "versions": [SCHEMA_VERSION, rules_version(setup.game), code_digest(setup.game)],
        "board": setup.board.as_dict() | {"name": ""},
        "bots": _bots(setup),
        "seatings": [plan.seatings, plan.n_rotations],
        "restrictions": _restrictions(setup),
        "deals": [scenario.deals, scenario.seed, plan.chunk_deals],
        "tables": {name: [column.name for column in setup.game.tables[name].columns] for name in setup.tables},
        "experiment": scenario.experiment and _experiment(setup, scenario.experiment),
    }
    return hashlib.sha256(json.dumps(decisive, sort_keys=True, default=str).encode()).hexdigest()


def _experiment(setup: Setup, choice: Experiment) -> dict[str, Any]:
    other = setup.other
    rules = [other.board.as_dict() | {"name": ""}, _bots(other), _restrictions(other)] if other else []
    return choice.model_dump(mode="json", exclude={"settings", "until"}) | {"rules": rules}


def _bots(setup: Setup) -> list[tuple[str, tuple[float, ...], str]]:
    pairs = zip(setup.labels, setup.bots, strict=True)
    return [(label, bot.weights_on(setup.board, setup.n_seats), bot_digest(bot)) for label, bot in pairs]


def _weights(setup: Setup) -> dict[str, dict[str, float]]:
    """By bot and name, for those that have any."""
    values = {}
    for label, bot in zip(setup.labels, setup.bots, strict=True):
        names = [weight.name for weight in bot.compiled.weights]
        values[label] = dict(zip(names, bot.weights_on(setup.board, setup.n_seats), strict=True))
    return {label: weights for label, weights in values.items() if weights}


def _restrictions(setup: Setup) -> list[tuple[int | None, int | None, dict[str, Any]]]:
    return [(each.seat, each.bot, each.restriction.terms()) for each in setup.restricted]


def new_manifest(setup: Setup, plan: Plan, inputs: Inputs) -> Manifest:
    return Manifest(
        format=FORMAT,
        schema_version=SCHEMA_VERSION,
        key=results_key(setup, plan),
        game=setup.game.key,
        notice=setup.board.notice,
        rules_version=rules_version(setup.game),
        code=code_digest(setup.game),
        source=setup.source,
        scenario=setup.scenario,
        seed=setup.scenario.seed,
        bots=setup.labels,
        weights=_weights(setup),
        seats=setup.n_seats,
        deals=plan.n_deals,
        rotations=plan.n_rotations,
        games=plan.n_games,
        tables=list(setup.tables),
        chunk_deals=plan.chunk_deals,
        chunks=plan.count_chunks(),
        shard=None if plan.shard == WHOLE else str(plan.shard),
        inputs=inputs,
        sums=SumsEntry.of(measuring_of(setup, plan).definition),
        sessions=[],
    )


def session(argv: list[str], n_threads: int) -> Session:
    """The session that begins now."""
    return Session(
        argv=argv,
        started=now(),
        ended=None,
        threads=n_threads,
        versions=versions(),
        source_revision=source_revision(),
        host={
            "name": platform.node(),
            "system": platform.platform(),
            "machine": platform.machine(),
            "cores": os.cpu_count(),
        },
    )


def versions() -> dict[str, str]:
    packages = {name: version(name) for name in ("numba", "numpy", "polars", "llvmlite")}
    return {"ttrsim": __version__, "python": sys.version.split()[0], **packages}


def source_revision() -> str | None:
    """The commit this package was run from, if it is a checkout."""
    git = shutil.which("git")
    if git is None or not (PACKAGE.parent / ".git").exists():
        return None
    command = [git, "-C", str(PACKAGE.parent), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        process = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return process.stdout.strip()
