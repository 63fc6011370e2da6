"""Every metric of the game against a plain recount of the same run."""

from __future__ import annotations

from statistics import fmean, median_low
from typing import Any

import polars as pl
import pytest

from tests.games.explore.analysis.recount import BOARD, TYPES, Row, Seat, mean_by
from ttrsim.games.explore.analysis.shapes.examples import BEST, TYPICAL
from ttrsim.games.explore.board.geometry import SEGMENT_NAMES
from ttrsim.measures.measure import Measures

pytestmark = pytest.mark.slow

BOXES = ("red", "green", "blue", "cafes", "yellow", "grey")
COLOURS = BOXES[:3]


def found(measures: Measures, name: str, *keys: str) -> dict[Any, tuple[float, int]]:
    """Value and n by key, without rows that observed nothing."""
    rows = [row for row in measures[name].to_dicts() if row["value"] is not None]
    return {
        tuple(row[key] for key in keys) if len(keys) > 1 else row[keys[0]]: (row["value"], row["n"]) for row in rows
    }


def same(ours: dict[Any, tuple[float, int]], theirs: dict[Any, tuple[float, int]]) -> None:
    assert ours.keys() == theirs.keys()
    for key, (value, n) in theirs.items():
        assert ours[key][0] == pytest.approx(value), key
        assert ours[key][1] == n, key


VISITS = {
    "block": [f"{x}{y}" for x, y in TYPES],
    "cafe": [f"{cafe.x}{cafe.y}" for cafe in BOARD.cafes],
    "road": list(SEGMENT_NAMES),
}


def visited(seat: Seat, key: str) -> set[str]:
    return {"block": seat.blocks, "cafe": seat.cafes, "road": set(seat.roads)}[key]


@pytest.mark.parametrize(("key", "name"), [("block", "block_visited"), ("cafe", "cafe_visited"), ("road", "road_used")])
def test_visits(measures: Measures, seats: list[Seat], key: str, name: str) -> None:
    theirs = mean_by([(place, place in visited(seat, key)) for seat in seats for place in VISITS[key]])
    same(found(measures, name, key), theirs)
    assert any(value for value, _ in theirs.values())


def test_blocks_chosen(measures: Measures, seats: list[Seat]) -> None:
    chosen = [(block, any(turn["block"] == block for turn in s.turns)) for s in seats for block in VISITS["block"]]
    same(found(measures, "block_chosen", "block"), mean_by(chosen))


@pytest.mark.parametrize("key", ["block", "cafe"])
def test_score_and_lift_of_visitors(measures: Measures, seats: list[Seat], key: str) -> None:
    visits = [(place, seat.row) for seat in seats for place in visited(seat, key)]
    same(found(measures, f"{key}_score", key), mean_by([(place, row["points"]) for place, row in visits]))
    usual = mean_by([((seat.row["bot"], seat.row["seat"]), seat.row["win_share"]) for seat in seats])
    lifts = found(measures, f"{key}_lift", key)
    for place in {place for place, _ in visits}:
        rows = [row for visit, row in visits if visit == place]
        expected = sum(usual[row["bot"], row["seat"]][0] for row in rows)
        assert lifts[place][0] == pytest.approx(sum(row["win_share"] for row in rows) / expected)


def test_boxes(measures: Measures, seats: list[Seat]) -> None:
    points = [(box, seat.row[f"{box}_points"]) for seat in seats for box in BOXES]
    same(found(measures, "box_points", "box"), mean_by(points))
    same(found(measures, "box_scored", "box"), mean_by([(box, value > 0) for box, value in points]))
    total = sum(seat.row["points"] for seat in seats)
    shares = {box: sum(value for of, value in points if of == box) / total for box in BOXES}
    assert {box: value for box, (value, _) in found(measures, "box_share", "box").items()} == pytest.approx(shares)
    spread = {key: value for key, (value, _) in found(measures, "box_distribution", "box", "points").items()}
    assert spread == {pair: points.count(pair) for pair in points}


def test_coloured_points_are_those_beside_the_route(seats: list[Seat]) -> None:
    for seat in seats:
        assert seat.colours == [seat.row[f"{colour}_points"] for colour in COLOURS]


def test_concentration(measures: Measures, seats: list[Seat]) -> None:
    coloured = [seat for seat in seats if sum(seat.colours)]
    best = [max(seat.colours) / sum(seat.colours) for seat in coloured]
    two = [sum(sorted(seat.colours)[1:]) / sum(seat.colours) for seat in coloured]
    assert measures["best_colour_share"]["value"][0] == pytest.approx(fmean(best))
    assert measures["two_best_colours_share"]["value"][0] == pytest.approx(fmean(two))
    bands = [min(95, int(100 * share + 1e-9) // 5 * 5) for share in best]
    for name, column in (("score_by_concentration", "points"), ("win_share_by_concentration", "win_share")):
        pairs = [(band, seat.row[column]) for band, seat in zip(bands, coloured, strict=True)]
        same(found(measures, name, "band"), mean_by(pairs))


def test_colours(measures: Measures, seats: list[Seat]) -> None:
    best = []
    for seat in (seat for seat in seats if sum(seat.colours)):
        winners = [colour for colour, points in zip(COLOURS, seat.colours, strict=True) if points == max(seat.colours)]
        best += [(colour, (colour in winners) / len(winners)) for colour in COLOURS]
    same(found(measures, "best_colour", "colour"), mean_by(best))
    for place, colour in enumerate(COLOURS):
        placed = sum(turn[colour] for seat in seats for turn in seat.turns)
        beside = sum(turn[colour] for seat in seats for turn in seat.turns if turn["block"] in seat.blocks)
        blocks = [sum(TYPES[int(name[0]), int(name[1])] == colour for name in seat.blocks) for seat in seats]
        assert measures["tourists_lost"]["value"][place] == pytest.approx(1 - beside / placed)
        assert measures["tourists_beside"]["value"][place] == pytest.approx(beside / len(seats))
        assert measures["blocks_beside"]["value"][place] == pytest.approx(fmean(blocks))


def test_cards(measures: Measures, tables: dict[str, pl.DataFrame]) -> None:
    rows = tables["cards"].to_dicts()
    same(found(measures, "card_kept", "card"), mean_by([(row["card"], not row["discarded"]) for row in rows]))
    kept = [(row["card"], row["round"]) for row in rows if not row["discarded"]]
    same(found(measures, "card_round", "card"), mean_by(kept))
    n_games = len(tables["games"])
    shown = {card.id: sum(row["card"] == card.id for row in rows) / n_games for card in BOARD.cards}
    assert {card: value for card, (value, _) in found(measures, "cards_shown", "card").items()} == pytest.approx(shown)


def test_routes(measures: Measures, seats: list[Seat]) -> None:
    drawn = [sum(turn["connections"] for turn in seat.turns) for seat in seats]
    length = [len(seat.roads) for seat in seats]
    means = {what: value for what, (value, _) in found(measures, "route_means", "what").items()}
    assert means["connections"] == pytest.approx(fmean(drawn))
    assert means["route_length"] == pytest.approx(fmean(length))
    assert means["blocks"] == pytest.approx(fmean(len(seat.blocks) for seat in seats))
    assert means["cafes_on_route"] == pytest.approx(fmean(len(seat.cafes) for seat in seats))
    assert means["cafes_used"] == pytest.approx(fmean(sum(turn["cafes"] for turn in seat.turns) for seat in seats))
    assert measures["connections_unused"]["value"][0] == pytest.approx(1 - sum(length) / sum(drawn))
    for name, column in (("score_by_route_length", "points"), ("win_share_by_route_length", "win_share")):
        pairs = [(len(seat.roads), seat.row[column]) for seat in seats]
        same(found(measures, name, "route_length"), mean_by(pairs))
    cafes = [(sum(turn["cafes"] for turn in seat.turns), seat.row["points"]) for seat in seats]
    same(found(measures, "score_by_cafes", "cafes_used"), mean_by(cafes))


def test_ways_of_drawing_and_the_first_player(measures: Measures, tables: dict[str, pl.DataFrame]) -> None:
    turns = tables["turns"].to_dicts()
    ways = mean_by([(way_of(turn), 1) for turn in turns])
    ours = found(measures, "draw_ways", "way")
    assert {way: share * len(turns) for way, (share, _) in ours.items() if share} == pytest.approx(
        {way: n for way, (_, n) in ways.items()}
    )
    pairs = []
    for turn in turns:
        role = "first player" if (turn["round"] - 1) % 2 == turn["seat"] else "others"
        pairs.append(((role, "tourists"), turn["red"] + turn["green"] + turn["blue"]))
        pairs += [((role, what), turn[what]) for what in ("connections", "cafes", "fallback")]
    same(found(measures, "turns_by_role", "role", "what"), mean_by(pairs))


def way_of(turn: Row) -> str:
    if turn["fallback"]:
        return "one in a fallback turn"
    return "two joined" if turn["joined"] else "one anywhere"


def test_best_and_typical_routes(measures: Measures, seats: list[Seat]) -> None:
    rows = measures.extras["examples"].to_dicts()
    scores = sorted((seat.row["points"] for seat in seats), reverse=True)
    assert [row["points"] for row in rows if row["kind"] == BEST] == scores[:3]
    typical = [row["points"] for row in rows if row["kind"] == TYPICAL]
    assert typical == [median_low(scores)] * min(3, scores.count(median_low(scores)))
    by_place = {(seat.row["game"], seat.row["seat"]): seat for seat in seats}
    for row in rows:
        seat = by_place[row["game"], row["seat"]]
        assert row["route"].split() == seat.roads
        tourists = dict(entry.split(":") for entry in row["tourists"].split())
        assert tourists.keys() == {turn["block"] for turn in seat.turns}
        assert sum(map(len, tourists.values())) == sum(seat.row[f"{colour}_placed"] for colour in COLOURS)
