"""What a scenario says. Every key of a scenario file is a field here; there are no others."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ttrsim.games.registry import GAMES
from ttrsim.limits import MAX_PLAYERS, MAX_SEED

MAX_DEALS = 500_000_000  # so that a game's number fits into 32 bits

BotSpec = Annotated[str, Field(min_length=1, max_length=500)]


class BoardChoice(BaseModel):
    """A board with its house rules: any of its parameters next to its name."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    name: str = Field(description="A built-in board, or the path of a board folder (from this file's folder).")

    @property
    def house_rules(self) -> dict[str, Any]:
        return dict(self.model_extra or {})

    @model_validator(mode="before")
    @classmethod
    def _name_alone(cls, value: Any) -> Any:
        return {"name": value} if isinstance(value, str) else value

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """For editors: a name alone, or a table of the name and any of the parameters."""
        table = handler.resolve_ref_schema(handler(core))
        for game in GAMES.values():
            parameters = game.parameters.model_json_schema()["properties"]
            for parameter in parameters.values():
                parameter.pop("default", None)  # in a scenario it is the board's own value
            table["properties"] |= parameters
        table["additionalProperties"] = False
        return {"anyOf": [{"type": "string"}, table], "description": table.pop("description", "")}


class RestrictionChoice(BaseModel):
    """What a seat or a bot must or may not do: any restrictions of the game, and the seat or bot they concern."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    seat: int | None = Field(None, ge=0, description="The restricted seat, whichever bot plays it.")
    bot: BotSpec | None = Field(None, description="The bot that is restricted, in any seat.")

    @property
    def terms(self) -> dict[str, Any]:
        return dict(self.model_extra or {})

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """For editors: with the restrictions of all games."""
        table = handler.resolve_ref_schema(handler(core))
        for game in GAMES.values():
            if game.restriction is not None:
                table["properties"] |= game.restriction.model_json_schema()["properties"]
        table["additionalProperties"] = False
        return table


class Experiment(BaseModel):
    """What an experiment tries, and where. Each trial is played on the same deal as the game it is compared with."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    kind: str = Field(
        description='What to try, e.g. "tickets" or "routes"; `ttrsim experiment --help` lists all kinds.'
    )
    subjects: tuple[str, ...] = Field((), description="Tickets or routes to try (default: all).")
    seats: tuple[Annotated[int, Field(ge=0)], ...] = Field((), description="Seats to treat (default: all).")
    every: int | None = Field(
        None, ge=1, description="For kinds that try single decisions: try one decision in this many."
    )
    per_game: int = Field(8, ge=1, le=128, description="For routes: how many to try in each game.")
    settings: tuple[str, ...] = Field((), description='For rules: what to change, e.g. "board.wilds=12".')
    until: float | None = Field(
        None,
        gt=0,
        le=50,
        description="Stop when every effect on the win share is known within this many percentage points.",
    )


class Scenario(BaseModel):
    """What to play."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    about: str = Field("", description="A description for readers.")
    board: BoardChoice
    seats: tuple[BotSpec, ...] | None = Field(
        None, description='One bot for each seat; seat 0 comes first, e.g. "planner" or "planner(block=0.2)".'
    )
    field: tuple[BotSpec, ...] | None = Field(
        None,
        description="Instead of seats: a pool of bots. Every combination of `players` of them takes its turn.",
    )
    players: int | None = Field(None, ge=2, le=MAX_PLAYERS, description="With a field: the number of players per game.")
    rotations: Literal["all", "none"] = Field(
        "all", description='"all": play each deal once for every rotation of the bots over the seats.'
    )
    deals: int = Field(10_000, ge=1, le=MAX_DEALS, description="Number of deals.")
    seed: int = Field(1, ge=0, le=MAX_SEED, description="Random seed. The same seed gives the same deals.")
    tables: tuple[str, ...] | None = Field(
        None, description="Tables to save; [] saves only sums (default: all tables of the game, see `docs/files.md`)."
    )
    chances: int | None = Field(
        None,
        ge=0,
        le=MAX_DEALS,
        description="Number of games whose chances to win are played out (default: one deal in 10,000).",
    )
    restrictions: tuple[RestrictionChoice, ...] = Field(
        (), description="What seats or bots must do or must not do; see below."
    )
    experiment: Experiment | None = Field(
        None, description="What to try on the deals. The run then saves the table `effects` instead of the others."
    )
    checks: tuple[str, ...] = Field((), description='Thresholds on the results, e.g. "mean(turns) in [120, 160]".')
    tolerances: dict[str, Annotated[float, Field(ge=0)]] = Field(
        {}, description="How far a metric may differ from a baseline, e.g. `bot_points = 1.5`."
    )
