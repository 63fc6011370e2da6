"""What tuning gives: weights, how much better they are on fresh deals, and what each weight matters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.files.toml_text import toml
from ttrsim.play.bots.specs import parse_spec
from ttrsim.studies.tune.checks import Deviation, Match
from ttrsim.studies.tune.folder import Settings
from ttrsim.studies.tune.search import Generation
from ttrsim.wording import with_interval


@dataclass(frozen=True)
class Tuned(Notebook):
    """A tuned bot."""

    settings: Settings
    weights: dict[str, float]
    match: Match
    deviations: list[Deviation]
    generations: list[Generation]
    path: Path  # the folder of the study
    notice: str  # notice to show with every result on the board, or nothing

    @property
    def weights_file(self) -> Path:
        return self.path / f"{self.settings.name}.toml"

    @property
    def spec(self) -> str:
        """The tuned bot, for any scenario or command."""
        parts = parse_spec(self.settings.bot)
        return str(parts._replace(weights=str(self.weights_file), settings=None))

    @property
    def n_games(self) -> int:
        """Of the search."""
        return sum(generation.games for generation in self.generations)

    def weights_toml(self) -> str:
        settings = self.settings
        about = (
            f"{settings.bot} tuned for {settings.board} with {settings.players} players against "
            f"{', '.join(settings.against)} in {self.n_games:,} games; {self.match.line()}"
        )
        head = {"about": about, "bot": settings.bot, "board": settings.board, "players": settings.players}
        lines = [*(f"{key} = {toml(value)}" for key, value in head.items()), "", "[weights]"]
        return "\n".join([*lines, *(f"{name} = {toml(value)}" for name, value in self.weights.items())]) + "\n"

    def lines(self) -> list[str]:
        """The main results, for the terminal."""
        settings = self.settings
        return [
            f"{settings.bot} on {settings.board}, {settings.players} players, tuned in {self.n_games:,} games",
            self.match.line(),
            f"use it as {self.spec}",
            *([self.notice] if self.notice else []),
        ]

    def sheets(self) -> Iterator[Sheet]:
        yield Sheet(
            f"Weights of {self.settings.bot}",
            ("weight", "start", "tuned", "one step down", "one step up"),
            list(self._rows()),
            ("start", "tuned", "one step down", "one step up"),
            self._note(),
        )

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for name, (low, high) in self.settings.bounds.items():
            steps = {each.value > each.tuned: each for each in self.deviations if each.weight == name}
            cells = (_effect_text(steps.get(is_up)) for is_up in (False, True))
            yield name, f"{self.settings.start[name]:g}", f"{self.weights[name]:g} of {low:g} … {high:g}", *cells

    def _note(self) -> str:
        n = self.deviations[0].deals if self.deviations else 0
        return (
            "A step is a tenth of the way between the bounds. Its effect is the change in win share against "
            f"{', '.join(self.settings.against)}, in percentage points, on the same {n:,} fresh deals; each interval "
            "holds with 95 % confidence, so about one in twenty excludes 0 by chance"
        )

    def as_dict(self) -> dict[str, Any]:
        settings = self.settings
        return {
            "bot": settings.bot,
            "board": settings.board,
            "notice": self.notice,
            "players": settings.players,
            "against": settings.against,
            "seed": settings.seed,
            "games": self.n_games,
            "generations": len(self.generations),
            "start": settings.start,
            "bounds": {name: list(ends) for name, ends in settings.bounds.items()},
            "weights": self.weights,
            "match": self.match.as_dict(),
            "sensitivity": [each.as_dict() for each in self.deviations],
            "folder": str(self.path),
            "weights_file": str(self.weights_file),
            "tuned": self.spec,
        }


def generation_rows(generations: list[Generation]) -> list[dict[str, Any]]:
    """For a CSV file."""
    keys = ("generation", "start", "incumbent", "lead", "lead_error", "games", "seconds")
    return [
        {key: getattr(each, key) for key in keys} | {"best": max(each.win_shares), "worst": min(each.win_shares)}
        for each in generations
    ]


def _effect_text(deviation: Deviation | None) -> str:
    if deviation is None:
        return "–"
    value, low, high = (f"{100 * number:+.1f}" for number in deviation.effect)
    return f"{deviation.value:g}: {with_interval(value, low, high)}"
