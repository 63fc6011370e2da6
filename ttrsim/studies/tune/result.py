"""What tuning gives: weights, how much better they are on fresh deals, and what each weight matters."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttrsim.documents.csv import flat_row
from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.files.texts import toml
from ttrsim.play.bots.specs import parse_spec
from ttrsim.studies.tune.checks import Deviation, TunedMatch
from ttrsim.studies.tune.request import TuneRequest
from ttrsim.studies.tune.search import Generation
from ttrsim.studies.tune.space import Space

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

    request: TuneRequest
    space: Space
    weights: dict[str, float]
    match: TunedMatch
    deviations: list[Deviation]
    generations: list[Generation]
    path: Path  # the folder of the study
    notice: str  # notice to show with every result on the board, or nothing

    @property
    def weights_file(self) -> Path:
        return self.path / f"{self.request.title}.toml"

    @property
    def spec(self) -> str:
        """The tuned bot, for any scenario or command."""
        parts = parse_spec(self.request.bot)
        return str(parts._replace(weights=str(self.weights_file), settings=None))

    @property
    def n_games(self) -> int:
        """Of the search."""
        return sum(generation.games for generation in self.generations)

    @property
    def saved(self) -> str:
        return f"saved in {self.path}: the study, {self.weights_file.name}, tables and search.png"

    def weights_toml(self) -> str:
        request = self.request
        about = (
            f"{request.bot} tuned for {request.board} with {request.players} players against "
            f"{', '.join(request.against)} in {self.n_games:,} games; {self.match.line()}"
        )
        head = {"about": about, "bot": request.bot, "board": request.board, "players": request.players}
        lines = [*(f"{key} = {toml(value)}" for key, value in head.items()), "", "[weights]"]
        return "\n".join([*lines, *(f"{name} = {toml(value)}" for name, value in self.weights.items())]) + "\n"

    def document(self) -> Document:
        request = self.request
        title = f"{request.bot} on {request.board}, {request.players} players, tuned in {self.n_games:,} games"
        notice = [self.notice] if self.notice else []
        return Document(title, [f"{self.match.line()}.", f"Use it as {self.spec}.", *notice], [self._weights()])

    def _weights(self) -> Table:
        start, bounds = self.space.start, self.space.bounds
        effects = {(each.weight, each.value > each.tuned): each.effect for each in self.deviations}
        rows = [
            (name, start[name], self.weights[name], *ends, effects.get((name, False)), effects.get((name, True)))
            for name, ends in bounds.items()
        ]
        n = self.deviations[0].deals if self.deviations else 0
        note = (
            "A step is a tenth of the way between the bounds, or less at a bound. Its effect is the change in win "
            f"share against {', '.join(self.request.against)} on the same {n:,} fresh deals; each interval holds "
            "with 95 % confidence, so about one in twenty excludes 0 by chance."
        )
        return Table.of("weights", f"Weights of {self.request.bot}", COLUMNS, rows, note)

    def as_dict(self) -> dict[str, Any]:
        request = self.request
        values: dict[str, Any] = plain(
            {
                "bot": request.bot,
                "board": request.board,
                "notice": self.notice,
                "players": request.players,
                "against": request.against,
                "seed": request.seed,
                "games": self.n_games,
                "generations": len(self.generations),
                "start": self.space.start,
                "bounds": self.space.bounds,
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
