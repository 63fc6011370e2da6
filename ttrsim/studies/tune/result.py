"""What tuning gives: weights, how much better they are on fresh deals, and what each weight matters."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttrsim.documents.csv import flat_row
from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.files.toml_text import toml
from ttrsim.play.bots.specs import parse_spec
from ttrsim.studies.tune.checks import Deviation, Match
from ttrsim.studies.tune.folder import Settings
from ttrsim.studies.tune.search import Generation

COLUMNS = (
    Column("weight", kind="text"),
    Column("start", decimals=None),
    Column("tuned", decimals=None),
    Column("lowest", decimals=None),
    Column("highest", decimals=None),
    Column("down", "one step down", "signed_share"),
    Column("up", "one step up", "signed_share"),
)


@dataclass(frozen=True, repr=False)
class Tuned(Result):
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

    def document(self) -> Document:
        settings = self.settings
        title = f"{settings.bot} on {settings.board}, {settings.players} players, tuned in {self.n_games:,} games"
        notice = [self.notice] if self.notice else []
        return Document(title, [f"{self.match.line()}.", f"Use it as {self.spec}.", *notice], [self._weights()])

    def _weights(self) -> Table:
        start, bounds = self.settings.start, self.settings.bounds
        effects = {(each.weight, each.value > each.tuned): each.effect for each in self.deviations}
        rows = [
            (name, start[name], self.weights[name], *ends, effects.get((name, False)), effects.get((name, True)))
            for name, ends in bounds.items()
        ]
        n = self.deviations[0].deals if self.deviations else 0
        note = (
            "A step is a tenth of the way between the bounds, or less at a bound. Its effect is the change in win "
            f"share against {', '.join(self.settings.against)} on the same {n:,} fresh deals; each interval holds "
            "with 95 % confidence, so about one in twenty excludes 0 by chance."
        )
        return Table.of("weights", f"Weights of {self.settings.bot}", COLUMNS, rows, note)

    def as_dict(self) -> dict[str, Any]:
        settings = self.settings
        values: dict[str, Any] = plain(
            {
                "bot": settings.bot,
                "board": settings.board,
                "notice": self.notice,
                "players": settings.players,
                "against": settings.against,
                "seed": settings.seed,
                "games": self.n_games,
                "generations": len(self.generations),
                "start": settings.start,
                "bounds": settings.bounds,
                "weights": self.weights,
                "match": self.match.as_dict(),
                "sensitivity": [flat_row(vars(each)) for each in self.deviations],
                "folder": self.path,
                "weights_file": self.weights_file,
                "tuned": self.spec,
            }
        )
        return values


def generation_rows(generations: list[Generation]) -> list[dict[str, Any]]:
    """For a CSV file."""
    keys = ("generation", "start", "incumbent", "lead", "lead_error", "games", "seconds")
    return [
        {key: getattr(each, key) for key in keys} | {"best": max(each.win_shares), "worst": min(each.win_shares)}
        for each in generations
    ]
