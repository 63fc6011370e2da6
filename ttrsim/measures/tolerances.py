"""How much each metric may differ from a baseline: the defaults, which a scenario can override."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from ttrsim.files.faults import Fault
from ttrsim.games.contract import Game
from ttrsim.measures.registry import Metric, all_metrics
from ttrsim.wording import did_you_mean

NAMED = re.compile(r"(\w+)(?:\[(.+)\])?")

# What runs of every game are compared by; each game adds its own.
DEFAULTS: Mapping[str, float] = {"bot_win_share": 0.02, "seat_win_share": 0.02, "ties": 0.01, "points_not_accounted": 0}


class Tolerances:
    """Those of a scenario, over the defaults."""

    def __init__(self, game: Game, own: Mapping[str, float]) -> None:
        self._game = game
        together = {**DEFAULTS, **game.analysis.tolerances, **own}
        self._rules = [(split(name), tolerance) for name, tolerance in together.items()]

    def find(self, metric: str, keys: tuple[str, ...]) -> float | None:
        """The most specific tolerance for these keys; None if the metric is not compared for them."""
        by_precision: dict[int, float] = {}
        for (name, inner), tolerance in self._rules:
            if name == metric and (inner is None or inner in keys or inner == ", ".join(keys)):
                by_precision[0 if inner is None else 1 if inner in keys and len(keys) > 1 else 2] = tolerance
        return by_precision[max(by_precision)] if by_precision else None

    def metrics(self) -> list[Metric]:
        """Those that are compared at all, in the order of a report."""
        names = {name for (name, _), _ in self._rules}
        return [metric for name, metric in all_metrics(self._game).items() if name in names]


def split(text: str) -> tuple[str, str | None]:
    """`name[keys]` into its two parts."""
    match = NAMED.fullmatch(text.strip())
    return (match[1], match[2]) if match else (text, None)


def tolerance_faults(game: Game, names: Collection[str]) -> Iterator[Fault]:
    """Each should be of a metric with an interval."""
    metrics = all_metrics(game) if names else {}
    for text in names:
        name = split(text)[0]
        if name not in metrics:
            yield Fault(f"tolerances.{text}", f"no such metric{did_you_mean(name, metrics)}")
        elif metrics[name].kind == "count":
            yield Fault(f"tolerances.{text}", "a count has no interval and cannot be compared")
