"""The tables against a recount, in plain Python, of the logs of the same games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from ttrsim.games.trains.kernel import log
from ttrsim.games.trains.kernel.decisions import FROM_PILE
from ttrsim.games.trains.tables import CARDS
from ttrsim.play.table import LoggedGame, SeatedTable
from ttrsim.runs.plan import make_plan
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.run.api import run

SCENARIOS = {
    "europe": {"board": "europe", "seats": ["random", "greedy", "random", "greedy", "random"], "deals": 12},
    "europe-tunnels": {"board": "europe", "seats": ["greedy", "random"], "deals": 40, "seed": 5},
    "usa": {"board": "usa", "seats": ["random", "random", "greedy"], "deals": 15},
    "new-york": {"board": "new-york", "seats": ["random", "greedy"], "deals": 30},
    "limit": {"board": {"name": "europe", "turn_limit": 40}, "seats": ["random", "random"], "deals": 20},
    "no rotations": {"board": "usa", "seats": ["random", "greedy"], "deals": 10, "rotations": "none"},
}

COUNTED = (
    *("draws", "claims", "ticket_draws", "stations_built", "passes", "tunnels_tried", "tunnels_declined"),
    *("extra_due", "extra_paid", "market_cards", "pile_cards", "wilds_spent", "ended_game"),
)

Row = dict[str, Any]


@pytest.fixture(scope="module", params=SCENARIOS)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, list[LoggedGame]]:
    """A run, and all its games again with their logs."""
    scenario = SCENARIOS[request.param]
    made = run(scenario, out=tmp_path_factory.mktemp("run") / "r", chunk=16)
    setup = load_scenario(scenario)
    plan = make_plan(setup)
    table = SeatedTable(setup.board, list(setup.bots), plan.seatings, plan.n_rotations)
    return made, [table.play_logged(setup.scenario.seed, game) for game in range(plan.n_games)]


def rows_of(run: Run, table: str) -> list[Row]:
    return run.scan(table).collect().to_dicts()


class Recount:
    """A game counted again, event by event."""

    def __init__(self, game: LoggedGame) -> None:
        self.game = game
        self.board = game.board
        self.events = [tuple(int(number) for number in row) for row in game.events]
        self.n_seats = len(game.bots)
        self.claims: list[Row] = []
        self.tickets: list[Row] = []
        self.stations: list[Row] = []
        self.counts: list[Counter[str]] = [Counter() for _ in range(self.n_seats)]
        self.dealt: Counter[int] = Counter()  # cards, by the kernel's number
        self.leads: list[tuple[int, int]] = []  # turn, seat: whoever came to be alone in front
        self.owned: list[list[tuple[str, str]]] = [[] for _ in range(self.n_seats)]
        self.walk()

    def walk(self) -> None:
        points = [0] * self.n_seats
        draw_turns = set()
        tunnel: Any = None
        extra = 0
        for kind, turn, seat, first, second, third in self.events:
            counts = self.counts[seat]
            if kind == log.DEALT:
                self.dealt[first] += 1
            elif kind == log.DRAW:
                counts["pile_cards" if first == FROM_PILE else "market_cards"] += 1
                counts["draws"] += turn not in draw_turns
                draw_turns.add(turn)
            elif kind == log.OFFERED:
                self.offer(turn, seat, first, second)
                counts["ticket_draws"] += turn > 0 and third == 0
            elif kind == log.TUNNEL:
                tunnel = third
                counts["tunnels_tried"] += 1
            elif kind == log.EXTRA:
                extra = first
                counts["extra_due"] += extra
            elif kind == log.CLAIM or (kind == log.TUNNEL_END and second == 1):
                wilds, paid = (third, 0) if kind == log.CLAIM else (tunnel + third, extra)
                self.claim(turn, seat, first, wilds, paid)
                points[seat] += self.board.parameters.route_points[self.board.routes[first].length]
                in_front = [other for other in range(self.n_seats) if points[other] == max(points)]
                if len(in_front) == 1 and (not self.leads or self.leads[-1][1] != in_front[0]):
                    self.leads.append((turn, in_front[0]))
            elif kind == log.TUNNEL_END:
                counts["tunnels_declined"] += 1
            elif kind == log.STATION:
                counts["stations_built"] += 1
                counts["wilds_spent"] += third
                self.stations.append({"seat": seat, "turn": turn, "city": self.board.cities[first].id})
            elif kind == log.PASS:
                counts["passes"] += 1
            elif kind == log.LAST_ROUND:
                counts["ended_game"] += 1

    def claim(self, turn: int, seat: int, number: int, wilds: int, extra: int) -> None:
        route = self.board.routes[number]
        self.claims.append({"seat": seat, "turn": turn, "route": route.id, "wilds": wilds, "extra": extra})
        self.counts[seat].update(claims=1, wilds_spent=wilds, extra_paid=extra)
        self.owned[seat].append((route.a, route.b))
        for row in self.tickets:
            if (
                row["seat"] == seat
                and row["kept"]
                and row["completed_turn"] is None
                and self.joined(seat, row["ticket"])
            ):
                row["completed_turn"] = turn

    def offer(self, turn: int, seat: int, number: int, kept: int) -> None:
        ticket = self.board.tickets[number].id
        done = turn if kept and self.joined(seat, ticket) else None
        row = {"seat": seat, "turn": turn, "ticket": ticket, "kept": bool(kept), "completed_turn": done}
        self.tickets.append(row)

    def joined(self, seat: int, ticket: str) -> bool:
        ends = next(other for other in self.board.tickets if other.id == ticket)
        reached, grows = {ends.a}, True
        while grows:
            new = {end for pair in self.owned[seat] if reached & set(pair) for end in pair} - reached
            reached |= new
            grows = bool(new)
        return ends.b in reached


def without_game(rows: list[Row], game: int) -> list[Row]:
    return [{key: value for key, value in row.items() if key != "game"} for row in rows if row["game"] == game]


def test_claims(played: tuple[Run, list[LoggedGame]]) -> None:
    run, games = played
    rows = rows_of(run, "claims")
    for number, game in enumerate(games):
        assert without_game(rows, number) == Recount(game).claims


def test_tickets(played: tuple[Run, list[LoggedGame]]) -> None:
    run, games = played
    rows = rows_of(run, "tickets")
    for number, game in enumerate(games):
        for row, again in zip(without_game(rows, number), Recount(game).tickets, strict=True):
            assert {key: row[key] for key in again} == again
            ticket = [other.id for other in game.board.tickets].index(row["ticket"])
            scored = int(game.result["seats"][row["seat"]]["completed"][ticket >> 6]) >> (ticket & 63) & 1
            assert row["completed"] == (row["kept"] and scored == 1)
            assert row["by_stations"] == (row["completed"] and again["completed_turn"] is None)


def test_stations(played: tuple[Run, list[LoggedGame]]) -> None:
    run, games = played
    rows = rows_of(run, "stations")
    for number, game in enumerate(games):
        cities = [city.id for city in game.board.cities]
        mine = without_game(rows, number)
        assert [{key: row[key] for key in ("seat", "turn", "city")} for row in mine] == Recount(game).stations
        for row in mine:
            own = sorted(cities.index(other["city"]) for other in mine if other["seat"] == row["seat"])
            route = game.result["seats"][row["seat"]]["borrowed"][own.index(cities.index(row["city"]))]
            assert row["borrowed"] == (None if route < 0 else game.board.routes[route].id)


def test_seats(played: tuple[Run, list[LoggedGame]]) -> None:
    run, games = played
    for row in rows_of(run, "seats"):
        game = games[row["game"]]
        result, counts = game.result["seats"][row["seat"]], Recount(game).counts[row["seat"]]
        assert {name: row[name] for name in COUNTED} == {name: counts[name] for name in COUNTED}
        assert row["deal"] == row["game"] // run.rotations
        assert row["bot"] == game.bots[row["seat"]]
        assert row["points"] == result["total"]
        sources = ("route", "ticket", "station", "longest", "attraction")
        assert row["points"] == sum(row[f"{source}_points"] for source in sources)
        assert row["win_share"] == result["wins"] / game.result["n_winners"]
        assert (row["tickets_completed"], row["tickets_failed"]) == (result["n_completed"], result["n_failed"])
        actions = ("draws", "claims", "ticket_draws", "stations_built", "passes", "tunnels_declined")
        assert row["turns"] == sum(row[action] for action in actions)


def test_games(played: tuple[Run, list[LoggedGame]]) -> None:
    run, games = played
    reasons = {1: "trains", 2: "stalemate", 3: "limit"}
    rows = rows_of(run, "games")
    assert [row["game"] for row in rows] == list(range(len(games)))
    for row, game in zip(rows, games, strict=True):
        again = Recount(game)
        leads = again.leads
        assert [row[f"dealt_{card}"] for card in CARDS] == [again.dealt[card] for card in range(len(CARDS))]
        assert again.dealt.total() == len(game.bots) * game.board.parameters.hand
        assert (row["deal"], row["rotation"]) == divmod(row["game"], run.rotations)
        assert (row["turns"], row["end"]) == (game.result["turns"], reasons[int(game.result["reason"])])
        assert row["lead_changes"] == max(0, len(leads) - 1)
        assert (row["lead_turn"], row["leader"]) == (leads[-1] if leads else (None, None))
        winners = [seat for seat in range(len(game.bots)) if game.result["seats"][seat]["wins"]]
        assert row["n_winners"] == len(winners)
        assert row["winner"] == (winners[0] if len(winners) == 1 else None)


def test_rotations_meet_the_same_deal(tmp_path: Path) -> None:
    """All bots alike but for their names, in a sense: the offers of set-up depend on the deal and the seat alone."""
    made = run({"board": "usa", "seats": ["random", "greedy", "random"], "deals": 20}, out=tmp_path / "r")
    assert made.rotations == 3
    offers = made.scan("tickets").filter(pl.col("turn") == 0).collect()
    deals = offers.with_columns(deal=pl.col("game") // 3).group_by("deal", "seat", "ticket").len()
    assert set(deals["len"]) == {3}
    bots = made.scan("seats").select("game", "seat", "bot").filter(pl.col("game") < 3).collect()
    seen = [bots.filter(pl.col("game") == game)["bot"].to_list() for game in range(3)]
    assert seen == [["random", "greedy", "random"], ["random", "random", "greedy"], ["greedy", "random", "random"]]


def test_chosen_tables_only(tmp_path: Path) -> None:
    scenario = {"board": "usa", "seats": ["random", "random"], "deals": 5}
    made = run(scenario, tables=["seats", "claims"], out=tmp_path / "r")
    assert made.tables == ["seats", "claims"]
    assert sorted(path.name for path in made.path.iterdir() if path.is_dir()) == ["claims", "inputs", "seats", "sums"]


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    made = run({"board": "usa", "seats": ["random", "random"], "deals": 5}, out=tmp_path / "r")
    stations = made.scan("stations").collect()
    assert stations.height == 0
    assert stations.columns == ["game", "seat", "turn", "city", "borrowed"]
