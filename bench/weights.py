"""Does the gate for CI see a changed weight of a bot? Each planted in turn, and compared with the saved baseline."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from bench.ladders import markdown_table
from bench.measure import TOO_SLOW
from ttrsim import run
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import BUILT_IN_GAMES
from ttrsim.machine.bots import BotFunction
from ttrsim.play.bots.specs import parse_spec
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.sources import Member, members_of
from ttrsim.studies.regression.baseline import Baseline, read_baseline
from ttrsim.studies.regression.comparison import Comparison, compare

ROOT = Path(__file__).resolve().parents[1]
SUITE = {member.name: member for member in members_of(ROOT / "scenarios/ci-regression.toml")}
ORIGINALS = ("planner", "architect")  # other bots with weights are variants of these
RAISED = (1.2, 1.5, 2)  # a weight is multiplied by these, until play changes


class Change(NamedTuple):
    """Another default of a weight."""

    game: Game
    bot: str
    weight: str
    old: float
    new: float

    @contextmanager
    def planted(self) -> Iterator[None]:
        load = type(self.game).load_bot

        def load_bot(game: Game, name: str) -> BotFunction:
            loaded = load(game, name)
            if (game, name) != (self.game, self.bot):
                return loaded
            weights = (w._replace(default=self.new) if w.name == self.weight else w for w in loaded.weights)
            return replace(loaded, weights=tuple(weights))

        with patch.object(type(self.game), "load_bot", load_bot):
            yield

    def scenarios(self) -> list[Member]:
        """Those of the gate in which the bot plays."""
        return scenarios_with(self.game, self.bot)


def scenarios_with(game: Game, bot: str) -> list[Member]:
    setups = {name: load_scenario(member) for name, member in SUITE.items()}
    bots = {name: {parse_spec(seated.name).bot for seated in setup.bots} for name, setup in setups.items()}
    return [member for name, member in SUITE.items() if setups[name].game is game and bot in bots[name]]


def changes(factor: float) -> Iterator[Change]:
    """Every weight multiplied; of variants, each weight that makes them one is set back to that of the original."""
    for game in BUILT_IN_GAMES.values():
        bots = {name: game.load_bot(name) for name in bots_of(game) if name not in TOO_SLOW}
        originals = {bots[name].function: bots[name] for name in ORIGINALS if name in bots}
        for name, bot in bots.items():
            original = originals.get(bot.function, bot)
            for weight, first in zip(bot.weights, original.weights, strict=True):
                if bot is original:
                    raised = factor * weight.default if weight.default else factor - 1
                    yield Change(game, name, weight.name, weight.default, raised)
                elif weight.default != first.default:
                    yield Change(game, name, weight.name, weight.default, first.default)


def weights_text() -> str:
    """For every weight the smallest of the changes that changes play at all."""
    baseline = read_baseline(str(ROOT / "reports/baselines/ci.json"))
    options: dict[tuple[str, str, str], list[Change]] = {}
    for factor in RAISED:
        for change in changes(factor):
            tried = options.setdefault((change.game.key, change.bot, change.weight), [])
            tried += [change] if change not in tried else []
    rows = []
    for tried in options.values():
        change, found = next(
            ((change, found) for change in tried if (found := compared(change, baseline)).verdict != "identical"),
            (tried[-1], None),
        )
        row = [change.bot, f"`{change.weight}`", f"{change.old:g} → {change.new:g}", *verdicts(found)]
        print(row, flush=True)
        if row[3:5] != ["different", "different"]:  # the page shows what a gate would miss
            rows.append(row)
    heading = ["bot", "weight", "change", "`compare --exact`", "`compare`", "metrics that differ"]
    return markdown_table(heading, rows)


def compared(change: Change, baseline: Baseline) -> Comparison:
    """With the scenarios of the gate in which the bot plays."""
    members = {member.name: member for member in change.scenarios()}
    part = baseline.model_copy(update={"runs": tuple(each for each in baseline.runs if each.name in members)})
    with tempfile.TemporaryDirectory() as folder, change.planted():
        return compare("ci", part, {name: run(member, out=Path(folder) / name) for name, member in members.items()})


def verdicts(found: Comparison | None) -> list[str]:
    if found is None:
        return ["identical", "identical", "0"]
    return ["different", found.verdict, f"{found.counts()['different']} of {found.counts().total()}"]
