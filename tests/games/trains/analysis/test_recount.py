"""Every kind of metric against a plain-Python recount from the records of the same games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from tests.games.trains.analysis import recount
from tests.games.trains.analysis.recount import BOARD, PRINTED, Game, mean_by
from tests.measures.plain import observations
from ttrsim.games.trains.analysis.tickets.metrics import SAMPLED_GAMES
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.api import open_run

ROTATIONS = 3


@pytest.fixture(scope="module")
def games(records: list[list[dict[str, Any]]]) -> list[Game]:
    return [recount.read(events) for events in records]


@pytest.fixture(scope="module")
def measures(run_folder: Path) -> Measures:
    return measure(open_run(run_folder), list(all_metrics(TRAINS).values()))


def values(frame: pl.DataFrame, key: str) -> dict[Any, tuple[float, int]]:
    return {row[key]: (row["value"], row["n"]) for row in frame.to_dicts()}


def assert_equal(found: dict[Any, tuple[float, int]], expected: dict[Any, tuple[float, int]]) -> None:
    assert found.keys() == expected.keys()
    for key, (value, n) in expected.items():
        assert found[key] == (pytest.approx(value), n), key


def per_game(pairs: list[tuple[Any, float]], keys: list[str], n_games: int) -> dict[Any, tuple[float, int]]:
    totals = dict.fromkeys(keys, 0.0)
    for key, value in pairs:
        totals[key] += value
    return {key: (total / n_games, n_games) for key, total in totals.items()}


def by_bot(frame: pl.DataFrame, key: str) -> dict[Any, tuple[float, int]]:
    return {(row["bot"], row[key]): (row["value"], row["n"]) for row in frame.to_dicts()}


def test_routes_and_tickets_by_bot(games: list[Game], measures: Measures) -> None:
    claims = [(game.bots[seat], turn, seat, route, game) for game in games for turn, seat, route, _ in game.claims]
    counts = Counter((bot, route) for bot, _, _, route, _ in claims)
    expected = {key: (count / len(games), len(games)) for key, count in counts.items()}
    assert_equal(by_bot(measures["bot_route_claimed"], "route"), expected)
    assert {key: n for key, (_, n) in by_bot(measures["bot_route_claim_time"], "route").items()} == dict(counts)
    offers = [(game.bots[seat], name, kept) for game in games for _, seat, name, kept in game.offers]
    found = by_bot(measures["bot_ticket_kept"], "ticket")
    assert_equal(found, mean_by([((bot, name), kept) for bot, name, kept in offers]))
    done = [
        ((game.bots[seat], name), float(name in game.completed(seat)))
        for game in games
        for _, seat, name, kept in game.offers
        if kept
    ]
    assert_equal(by_bot(measures["bot_ticket_completed"], "ticket"), mean_by(done))


def test_tickets(games: list[Game], measures: Measures) -> None:
    offers = [(game, *offer) for game in games for offer in game.offers]
    tickets = [ticket.id for ticket in BOARD.tickets]
    expected = per_game([(name, 1) for _, _, _, name, _ in offers], tickets, len(games))
    assert_equal(values(measures["ticket_offers"], "ticket"), expected)
    assert_equal(values(measures["ticket_kept"], "ticket"), mean_by([(name, kept) for *_, name, kept in offers]))
    kept = [(game, seat, name) for game, _, seat, name, is_kept in offers if is_kept]
    done = [(name, name in game.completed(seat)) for game, seat, name in kept]
    assert_equal(values(measures["ticket_completed"], "ticket"), mean_by([(name, float(ok)) for name, ok in done]))
    gains = [(name, PRINTED[name] if ok else -PRINTED[name]) for name, ok in done]
    assert_equal(values(measures["ticket_net_points"], "ticket"), mean_by(gains))
    paid = mean_by([(name, PRINTED[name]) for name, ok in done if ok])
    assert_equal(values(measures["ticket_paid"], "ticket"), paid)
    wins = [(name, game.win_share(seat)) for game, seat, name in kept]
    assert_equal(values(measures["ticket_win_share"], "ticket"), mean_by(wins))


@pytest.mark.parametrize("n_games", [SAMPLED_GAMES, 31])
def test_ways_of_tickets(games: list[Game], run_folder: Path, n_games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Routes on the ways of completed tickets, in the whole deals of the first games."""
    metric = all_metrics(TRAINS)["ticket_ways"]
    monkeypatch.setitem(metric.observe.__globals__, "SAMPLED_GAMES", n_games)
    run = open_run(run_folder)
    batch = run.game.analysis.batch({table: pl.concat(run.parts(table)) for table in run.tables}, run.facts)
    rows = observations(metric, batch)
    found = mean_by([((row["ticket"], row["route"]), row["value"]) for row in rows.to_dicts()])
    ways = [way for game in games[: n_games // ROTATIONS * ROTATIONS] for way in recount.ways(game)]
    assert len(ways) > 10
    pairs = [((ticket, route.id), float(route.id in used)) for ticket, used in ways for route in BOARD.routes]
    assert_equal(found, mean_by(pairs))


def test_routes(games: list[Game], measures: Measures) -> None:
    claims = [(game, *claim) for game in games for claim in game.claims]
    routes = [route.id for route in BOARD.routes]
    lengths = {route.id: route.length for route in BOARD.routes}
    expected = per_game([(route, 1) for *_, route, _ in claims], routes, len(games))
    assert_equal(values(measures["route_claimed"], "route"), expected)
    assert_equal(
        values(measures["route_claim_turn"], "route"), mean_by([(route, turn) for _, turn, _, route, _ in claims])
    )
    points = BOARD.parameters.route_points
    paid = mean_by([(route, points[lengths[route]]) for *_, route, _ in claims])
    assert_equal(values(measures["route_paid"], "route"), paid)
    assert measures["both_halves"].select("value", "n").row(0) == (0.0, len(games))
    wins = [(route, game.win_share(seat)) for game, _, seat, route, _ in claims]
    assert_equal(values(measures["route_win_share"], "route"), mean_by(wins))
    lost = [(route, 1.0) for game in games for route in recount.contested_routes(game)]
    assert_equal(values(measures["route_contested"], "route"), per_game(lost, routes, len(games)))
    wilds = {route: sum(paid for *_, name, paid in claims if name == route) for route in routes}
    found = {row["route"]: row["value"] for row in measures["route_wilds"].to_dicts()}
    for route, value in found.items():
        n_claims = sum(1 for *_, name, _ in claims if name == route)
        assert value == pytest.approx(wilds[route] / (n_claims * lengths[route]))


def test_lift_is_wins_over_usual_wins(games: list[Game], measures: Measures) -> None:
    usual = mean_by([((bot, seat), game.win_share(seat)) for game in games for seat, bot in enumerate(game.bots)])
    for row in measures["route_lift"].to_dicts():
        owners = [(game, seat) for game in games for _, seat, route, _ in game.claims if route == row["route"]]
        due = sum(usual[game.bots[seat], seat][0] for game, seat in owners)
        if due:
            assert row["value"] == pytest.approx(sum(game.win_share(seat) for game, seat in owners) / due)


def test_cities(games: list[Game], measures: Measures) -> None:
    ends = {route.id: (route.a, route.b) for route in BOARD.routes}
    cities = [city.id for city in BOARD.cities]
    touched = [(city, 1.0) for game in games for _, _, route, _ in game.claims for city in ends[route]]
    assert_equal(values(measures["city_claims"], "city"), per_game(touched, cities, len(games)))
    used = [(city, 1.0) for game in games for city in {city for *_, route, _ in game.claims for city in ends[route]}]
    assert_equal(values(measures["city_used"], "city"), per_game(used, cities, len(games)))
    built = [(city, 1.0) for game in games for _, city in game.stations]
    assert_equal(values(measures["city_stations"], "city"), per_game(built, cities, len(games)))


def test_bots_seats_and_flow(games: list[Game], measures: Measures) -> None:
    seats = [(game, seat) for game in games for seat in range(len(game.bots))]
    wins = [(game.bots[seat], game.win_share(seat)) for game, seat in seats]
    assert_equal(values(measures["bot_win_share"], "bot"), mean_by(wins))
    assert_equal(values(measures["seat_win_share"], "seat"), mean_by([(s, game.win_share(s)) for game, s in seats]))
    points = [(game.bots[seat], game.scores[seat]["total"]) for game, seat in seats]
    assert_equal(values(measures["bot_points"], "bot"), mean_by(points))
    totals = [sorted((score["total"] for score in game.scores), reverse=True) for game in games]
    margin = sum(best - second for best, second, *_ in totals) / len(games)
    assert measures["margin"]["value"].item() == pytest.approx(margin)
    advantage = sum(game.win_share(0) - 1 / 3 for game in games) / len(games)
    assert measures["seat_advantage"]["value"].item() == pytest.approx(advantage)
    lengths = {route.id: route.length for route in BOARD.routes}
    placed = [sum(lengths[route] for _, seat, route, _ in game.claims if seat == game.ender) for game in games]
    left = [BOARD.parameters.trains - trains for trains in placed]
    assert all(game.ender is not None for game in games)
    assert measures["trains_of_ender"]["value"].item() == pytest.approx(sum(left) / len(games))
    bonuses = sum(score["longest_points"] > 0 for game in games for score in game.scores) / len(games)
    assert measures["longest_bonuses"]["value"].item() == pytest.approx(bonuses)
    assert measures["ties"]["value"].item() == pytest.approx(sum(len(game.winners) > 1 for game in games) / len(games))
    turns = measures["game_means"].filter(pl.col("what") == "turns")["value"].item()
    assert turns == pytest.approx(sum(game.turns for game in games) / len(games))


@pytest.mark.parametrize("what", ["points", "route_points", "ticket_points", "trains"])
def test_all_is_accounted_for(games: list[Game], measures: Measures, what: str) -> None:
    found = measures[f"{what}_not_accounted"]
    assert found.select("value", "n").row(0) == (0.0, sum(len(game.bots) for game in games))


def test_score_curve_ends_at_the_route_points(games: list[Game], measures: Measures) -> None:
    last = measures["score_curve"].filter(pl.col("time") == 1.0)
    results = [(seat in game.winners, game.scores[seat]["routes"]) for game in games for seat in range(len(game.bots))]
    expected = mean_by(results)
    for row in last.to_dicts():
        assert (row["value"], row["n"]) == (
            pytest.approx(expected[row["result"] == "winner"][0]),
            expected[row["result"] == "winner"][1],
        )


def test_interval_is_that_of_deals(games: list[Game], measures: Measures) -> None:
    """The standard error by the formula of the documentation, deal by deal."""
    row = measures["bot_points"].filter(pl.col("bot") == "greedy").row(0, named=True)
    deals: list[list[float]] = [[] for _ in range(len(games) // ROTATIONS)]
    for number, game in enumerate(games):
        deals[number // ROTATIONS] += [game.scores[s]["total"] for s, bot in enumerate(game.bots) if bot == "greedy"]
    n = sum(map(len, deals))
    mean = sum(map(sum, deals)) / n
    squares = sum((sum(deal) - mean * len(deal)) ** 2 for deal in deals)
    error = (len(deals) / (len(deals) - 1) * squares) ** 0.5 / n
    assert (row["high"] - row["low"]) / 2 == pytest.approx(2.045 * error, rel=2e-3)  # t of 29 degrees of freedom


def test_batches_do_not_matter(run_folder: Path, measures: Measures, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrsim.measures.batch.GAMES_AT_A_TIME", 1)
    again = measure(open_run(run_folder), list(all_metrics(TRAINS).values()))
    for name, frame in measures.frames.items():
        if not name.endswith("_lift"):  # what is usual for a bot is that of its batch
            assert_frame_equal(frame, again[name])
