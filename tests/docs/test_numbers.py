"""Numbers that pages take from the code are those of the code."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from tests.runs.helpers import ROOT
from ttrsim import errors, limits
from ttrsim.cli import console, options
from ttrsim.games.explore.board.model import Parameters as ExploreParameters
from ttrsim.games.explore.kernel import records as explore
from ttrsim.games.explore.record.events import FORMAT as EXPLORE_FORMAT
from ttrsim.games.registry import GAMES, decks_of, load_board, maps_of
from ttrsim.games.trains.analysis.tickets import ENOUGH
from ttrsim.games.trains.analysis.tickets.metrics import SAMPLED_GAMES
from ttrsim.games.trains.board.model import MAX_TICKET_POINTS, Parameters
from ttrsim.games.trains.kernel import limits as kernel_limits
from ttrsim.games.trains.kernel import records as trains
from ttrsim.games.trains.record.events import FORMAT as TRAINS_FORMAT
from ttrsim.machine import jit
from ttrsim.measures import blocks
from ttrsim.play import seatings
from ttrsim.runs.scenario.model import Scenario
from ttrsim.stats.intervals import ALPHA, CONFIDENCE, ENOUGH_DEALS
from ttrsim.studies.botcheck import checks as bot_checks
from ttrsim.studies.regression import checks, match
from ttrsim.studies.regression.request import SprtRequest
from ttrsim.studies.tournament.ladder import N_SAMPLES
from ttrsim.studies.tournament.request import DEFAULT_DEALS

WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "nine": 9, "twelve": 12, "seventeen": 17}
SPRT = {name: field.default for name, field in SprtRequest.model_fields.items()}


def default(name: str) -> Any:
    return Parameters.model_fields[name].default


NUMBERS: list[tuple[str, str, Any]] = [
    # boards
    ("boards", r"At most (\d+) cities", kernel_limits.MAX_CITIES),
    ("boards", r"cities, (\d+) routes, ", kernel_limits.MAX_ROUTES),
    ("boards", r"routes, (\d+) tickets and", kernel_limits.MAX_TICKETS),
    ("boards", r"tickets and (\d+) players", limits.MAX_PLAYERS),
    ("boards", r"a route has at most (\d+) spaces", kernel_limits.MAX_LENGTH),
    ("boards", r"train spaces, 1 to (\d+)", kernel_limits.MAX_LENGTH),
    ("boards", r"`points` \| 1 to (\d+)", MAX_TICKET_POINTS),
    ("boards", r"it must be from 1 to (\d+)", MAX_TICKET_POINTS),
    ("boards", r"`max_players` \| 2 to (\d) \| [\d, ]+ \|\n\| `trains`", limits.MAX_PLAYERS),
    ("boards", r"`max_players` \| 2 to (\d) \| [\d, ]+ \|\n\| `cards_per_round`", explore.MAX_SEATS),
    ("boards", r"for each player, 0 to (\d)", kernel_limits.MAX_STATIONS),
    ("boards", r"face-up cards, 1 to (\d)", kernel_limits.MAX_MARKET),
    ("decisions/limit-of-turns", r"\(([\d,]+) unless", default("turn_limit")),
    ("decisions/longest-path-by-cycles", r"at most (\d+) trains", kernel_limits.MAX_TRAINS),
    ("boards", r"`map.csv`: (\d+) rows `block`", len(load_board("explore-new-york").blocks)),
    ("boards", r"`cards.csv`: (\d+) rows", len(load_board("explore-new-york").cards)),
    # bots
    ("bots", r"Declare up to (\d+)", trains.N_WEIGHTS),
    ("bots", r"\((\d+) in Explore New York\)", explore.N_WEIGHTS),
    ("bots", r"`own.memory\[i\]` \| (\d+) whole numbers", trains.N_MEMORY),
    ("bots", r"in ([\d,]+) positions a row", bot_checks.EFFORT.positions),
    ("bots", r"more than (\d+) combinations", seatings.MAX_LINE_UPS),
    ("bots", r"combinations, it plays (\d+)", seatings.MAX_LINE_UPS),
    ("bots", r"bootstrap over deals \(([\d,]+) samples\)", N_SAMPLES),
    ("bots", r"\*\*Intervals\*\* have (\d+) %", round(100 * CONFIDENCE)),
    ("decisions/bots-as-first-class-functions", r"a tuple of (\w+) functions", limits.MAX_BOTS),
    ("decisions/bots-as-first-class-functions", r"always has (\w+) places", limits.MAX_BOTS),
    ("decisions/compile-cache", r"The (\d+) bots used last", jit.USER_BOTS_KEPT),
    # records
    ("record", r"`format` \((\d+)\)", TRAINS_FORMAT),
    ("record-explore", r"`format` \((\d+)\)", EXPLORE_FORMAT),
    # regression
    ("regression", r"its value in (\d+) blocks", blocks.BLOCKS),
    ("regression", r"these B = (\d+) values", blocks.BLOCKS),
    ("regression", r"compared by the (\d+) differences", blocks.BLOCKS),
    ("regression", r"A metric with fewer than (\d+)\s+observations", blocks.MIN_OBSERVATIONS),
    ("regression", r"from (\d+) deals on", checks.MIN_DEALS),
    ("regression", r"α = (\d) % is\s+split", round(100 * ALPHA)),
    ("regression", r"the confidence 1 − (\d) % / m", round(100 * ALPHA)),
    ("regression", r"`--elo0` \((\d+):", SPRT["elo0"]),
    ("regression", r"`--elo1` \((\d+):", SPRT["elo1"]),
    ("measured/regression", r"a look after every (\d+) games", match.CHUNK),
    ("reports", r"from fewer than (\d+) deals", ENOUGH_DEALS),
    ("reports", r"A ticket with fewer than (\d+) completions", ENOUGH),
    ("metrics", r"in the first ([\d,]+) games of a run", SAMPLED_GAMES),
    ("metrics", r"fewer than (\d+) deals has no interval", ENOUGH_DEALS),
    ("metrics", r"\*\*interval\*\* \((\d+) %\) of a \*mean\*", round(100 * CONFIDENCE)),
    # defaults
    ("experiments", r"The first (\w+) kinds", sum(kind.every == 0 for kind in GAMES["trains"].experiments.values())),
    ("scenarios", r"\| `deals` \| `(\d+)`", Scenario.model_fields["deals"].default),
    ("scenarios", r"\| `seed` \| `(\d+)`", Scenario.model_fields["seed"].default),
    ("record", r"game 0 of seed (\d+)", options.DEFAULT_SEED),
    ("measured/ladders", r"--deals (\d+) -s 1 --bots", DEFAULT_DEALS),
]
EXIT_CODES = {
    "a run failed": errors.RunError.exit_code,
    "wrong usage or a faulty file": errors.UserError.exit_code,
    "a check or comparison failed": errors.CheckError.exit_code,
    "not enough games to tell": errors.InconclusiveError.exit_code,
    "no baseline to compare with": errors.BaselineError.exit_code,
    "interrupted": console.INTERRUPTED,
}


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "pattern", "value"), NUMBERS)
def test_number(page: str, pattern: str, value: Any) -> None:
    found = re.findall(pattern, text_of(f"docs/{page}.md"))
    assert found, "the sentence is gone: change the pattern"
    assert {WORDS.get(text) or int(text.replace(",", "")) for text in found} == {value}


def test_numbers_of_the_readme() -> None:
    text = text_of("README.md")
    field = tomllib.loads(text_of("scenarios/mixed-styles-europe.toml"))["field"]
    assert WORDS[re.search(r"plays (\w+) strategies", text)[1]] == len(field)
    python = tomllib.loads(text_of("pyproject.toml"))["project"]["requires-python"]
    assert f">={re.search(r'Python ([0-9.]+) or newer', text)[1]}" == python


def test_exit_codes() -> None:
    for meaning, code in EXIT_CODES.items():
        assert re.search(rf"\b{code} {meaning}", text_of("README.md")), meaning


def test_sizes_of_boards() -> None:
    for name in maps_of(GAMES["trains"]):
        board: Any = load_board(name)
        [row] = re.findall(rf"^\| `{name}` \|.*$", text_of("docs/boards.md"), re.MULTILINE)
        cities, routes, tickets, players = (cell.strip() for cell in row.split("|")[2:6])
        n_long = sum(ticket.long for ticket in board.tickets)
        n_doubles = len({route.double for route in board.routes if route.double})
        assert cities.split(",")[0] == str(len(board.cities))
        assert routes.split(",")[0] == str(len(board.routes))
        assert f"{n_doubles} doubles" in routes
        for n, word in (
            (sum(route.tunnel for route in board.routes), "tunnels"),
            (sum(route.wilds > 0 for route in board.routes), "ferries"),
        ):
            assert (f"{n} {word}" in routes) == (n > 0)
        n_several = sum(bool(ticket.ends) for ticket in board.tickets)
        kinds = [f"{n_long} long"] * bool(n_long) + [f"{n_several} to countries"] * bool(n_several)
        assert tickets == ", of them ".join([str(len(board.tickets)), *kinds])
        assert players == f"{board.parameters.min_players}–{board.parameters.max_players}"


def _inline_table(values: dict[str, Any]) -> str:
    return f"{{ {str(values)[1:-1]} }}" if values else "none"


def test_decks_of_maps() -> None:
    game = GAMES["trains"]
    for name in (deck for board in maps_of(game) for deck in decks_of(game, board)):
        board: Any = load_board(name)
        rules, n_long = board.parameters, sum(ticket.long for ticket in board.tickets)
        [row] = re.findall(rf"^\| `{name}` \|.*$", text_of("docs/boards.md"), re.MULTILINE)
        tickets, first, later, bonuses = (cell.strip() for cell in row.split("|")[2:6])
        assert tickets == (f"{len(board.tickets)}, of them {n_long} long" if n_long else str(len(board.tickets)))
        long = f"{rules.setup_offer_long} long and " if rules.setup_offer_long else ""
        limit = f" with at most {rules.setup_most_long} long (X1)" if rules.setup_most_long < 2 else ""
        assert first == f"{long}{rules.setup_offer}, keep {rules.setup_keep}{limit}"
        assert later == f"{rules.offer}, keep {rules.offer_keep}"
        assert ("most completed" in bonuses or "the same" in bonuses) == (rules.globetrotter_points > 0)


@pytest.mark.parametrize("model", [Parameters, ExploreParameters])
def test_defaults_of_a_boards_parameters(model: Any) -> None:
    """The column `default` of the tables of parameters; what it puts in words is left out."""
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|.*\| (.*) \|$", text_of("docs/boards.md"), re.MULTILINE)
    told = {
        name.strip("`"): value.strip("`").replace(" = ", ": ")
        for names, values in rows
        for name, value in zip(names.split(", "), values.split(", ") if "," in names else [values], strict=False)
    }
    for name, field in model.model_fields.items():
        if name == "route_points":
            assert told[name] == ", ".join(map(str, field.default.values()))
        elif name not in ("cards_per_colour", "min_players", "max_players"):
            value = list(field.default) if isinstance(field.default, tuple) else field.default
            assert told[name] == (_inline_table(value) if isinstance(value, dict) else json.dumps(value))


def test_all_kinds_of_experiments() -> None:
    for kind in GAMES["trains"].experiments:
        assert f"`{kind}`" in text_of("docs/experiments.md"), kind
