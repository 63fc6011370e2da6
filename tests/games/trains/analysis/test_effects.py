"""Effects of made-up trials come out as they were put in."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from tests.games.trains.analysis.trials import BOARD, ROUTES, TICKETS, MadeUp, experiment, value_of
from ttrsim.documents.report.figures import FigurePage, styled
from ttrsim.games.trains.analysis.effects import figures
from ttrsim.measures.measure import Measures

PRINTED = {ticket.id: ticket.points for ticket in BOARD.tickets}
LONG = next(ticket.id for ticket in BOARD.tickets if ticket.long)
SHORT = next(ticket.id for ticket in BOARD.tickets if not ticket.long)

# ---- tickets -------------------------------------------------------------------------------------


def trials_of_a_deal(game: int, stream: np.random.Generator) -> list[dict[str, Any]]:
    """Two tickets in each of two seats; the luck of the deal moves all four alike."""
    luck, rows = stream.normal(0, 10), []
    for seat in (0, 1):
        for ticket, gain in ((LONG, 12), (SHORT, -3)):
            is_done, has_won, had_won = stream.random(3) < (0.8, 0.5, 0.25)
            row = {"game": game, "seat": seat, "ticket": ticket, "game_had_it": bool(stream.random() < 0.5)}
            row |= {"score_with": round(80 + gain + luck + stream.normal(0, 3)), "score_without": 80}
            row |= {"own_with": PRINTED[ticket] if is_done else -PRINTED[ticket]}
            row |= {"win_share_with": float(has_won), "win_share_without": float(had_won)}
            row |= {"others_with": 240, "others_without": 246, "turns_with": 118, "turns_without": 121}
            rows.append(row)
    return rows


@pytest.fixture(scope="module")
def tried() -> MadeUp:
    stream = np.random.default_rng(8)
    return experiment("tickets", [row for game in range(200) for row in trials_of_a_deal(game, stream)])


@pytest.fixture(scope="module")
def measures(tried: MadeUp) -> Measures:
    return tried.measures()


@pytest.fixture(scope="module")
def rows(tried: MadeUp) -> pl.DataFrame:
    gained = {name: pl.col(f"{name}_with") - pl.col(f"{name}_without") for name in ("score", "win_share", "own")}
    return tried.frames[0].with_columns(**gained)


@pytest.mark.parametrize("ticket", [LONG, SHORT])
def test_an_effect_is_the_mean_of_with_less_without(ticket: str, measures: Measures, rows: pl.DataFrame) -> None:
    own = rows.filter(pl.col("ticket") == ticket)
    for name, column in (("ticket_effect", "win_share"), ("ticket_effect_on_score", "score")):
        found = value_of(measures[name], ticket=ticket)
        assert found["value"] == pytest.approx(own[column].mean())
        assert (found["n"], found["deals"]) == (400, 200)
    assert value_of(measures["ticket_effect_on_others"], ticket=ticket)["value"] == pytest.approx(-6 / 3)  # a seat
    assert value_of(measures["ticket_effect_on_turns"], ticket=ticket)["value"] == -3


def test_deals_are_the_units_of_intervals(measures: Measures, rows: pl.DataFrame) -> None:
    deals = rows.filter(pl.col("ticket") == LONG).group_by("game").agg(pl.col("score").mean())["score"]
    expected = stats.ttest_1samp(deals, 0.0).confidence_interval(0.95)
    found = value_of(measures["ticket_effect_on_score"], ticket=LONG)
    assert (found["low"], found["high"]) == pytest.approx((expected.low, expected.high))
    alone = stats.sem(rows.filter(pl.col("ticket") == LONG)["score"])
    assert (found["high"] - found["low"]) / 2 > 1.2 * 1.96 * alone  # trials taken as independent would be too sure


def test_q_values_are_those_of_all_tickets_of_one_outcome(measures: Measures) -> None:
    found = measures["ticket_effect_on_score"].sort("p")
    assert found["q"].to_list() == pytest.approx([min(1, found["p"][0] * 2), found["p"][1]])


def test_parts_are_means_over_their_own_trials(measures: Measures, rows: pl.DataFrame) -> None:
    assert value_of(measures["effect"], outcome="score")["value"] == pytest.approx(rows["score"].mean())
    seats = rows.group_by("seat").agg(pl.col("win_share").mean())
    for seat, mean in seats.iter_rows():
        found = value_of(measures["effect_by_seat"], outcome="win_share", seat=seat)
        assert (found["value"], found["n"]) == (pytest.approx(mean), 400)
    for pile, ticket in (("long", LONG), ("short", SHORT)):
        expected = rows.filter(pl.col("ticket") == ticket)["score"].mean()
        assert value_of(measures["effect_by_pile"], outcome="score", pile=pile)["value"] == pytest.approx(expected)
    for choice, had_it in (("chosen", True), ("not chosen", False)):
        part = rows.filter(pl.col("game_had_it") == had_it)
        found = value_of(measures["effect_by_choice"], outcome="score", choice=choice)
        assert (found["value"], found["n"]) == (pytest.approx(part["score"].mean()), len(part))


def test_trains_left_are_told_in_tens() -> None:
    rows = [{"game": game, "trains": trains, "score_with": trains} for game in (0, 1) for trains in (45, 40, 9, 0)]
    found = experiment("draw-now", rows).measures()["effect_by_trains_left"]
    assert value_of(found, outcome="score", trains_left=40)["value"] == 42.5
    assert value_of(found, outcome="score", trains_left=0)["value"] == 4.5


def test_what_changes_nothing_has_an_effect_of_exactly_0() -> None:
    stream = np.random.default_rng(2)
    rows = []
    for game in range(50):
        same = {name: int(stream.integers(60, 140)) for name in ("score", "others", "turns")} | {"win_share": 1 / 3}
        arms = {f"{name}_{arm}": value for name, value in same.items() for arm in ("with", "without")}
        rows.append({"game": game, "route": ROUTES[game % 2]} | arms)
    measures = experiment("routes", rows).measures()
    for name in ("route_effect", "route_effect_on_score", "route_effect_on_others", "route_effect_on_turns"):
        assert measures[name]["value"].to_list() == [0.0] * 2
    # No two deals differ: they do not say how far off the estimate may be.
    assert measures["effect"].select("value", "low", "high").rows() == [(0.0, None, None)] * 4


# ---- break-even ----------------------------------------------------------------------------------


@pytest.mark.parametrize("ticket", [LONG, SHORT])
def test_break_even_points_solve_their_equation(ticket: str, measures: Measures, rows: pl.DataFrame) -> None:
    own = rows.filter(pl.col("ticket") == ticket)
    rest, times = own["score"] - own["own"], own["own"] / PRINTED[ticket]
    points = value_of(measures["ticket_break_even"], ticket=ticket)["value"]
    assert rest.mean() + points * times.mean() == pytest.approx(0, abs=1e-9)


def test_the_interval_of_break_even_points_holds_all_that_are_not_ruled_out(
    measures: Measures, rows: pl.DataFrame
) -> None:
    own = rows.filter(pl.col("ticket") == LONG)
    found = value_of(measures["ticket_break_even"], ticket=LONG)
    for end in (found["low"], found["high"]):
        score = own.with_columns(value=pl.col("score") - pl.col("own") + end * pl.col("own") / PRINTED[LONG])
        deals = score.group_by("game").agg(pl.col("value").sum())["value"]
        assert stats.ttest_1samp(deals, 0.0).pvalue == pytest.approx(0.05)


def test_a_ticket_that_fails_as_often_as_not_has_no_break_even_points() -> None:
    signs = np.tile([1, -1], 30)
    rows = [{"game": game, "ticket": LONG, "own_with": int(20 * sign)} for game, sign in enumerate(signs)]
    found = experiment("tickets", rows).measures()["ticket_break_even"]
    assert found["value"].to_list() == [None]


# ---- sets of tickets -----------------------------------------------------------------------------


def legal_sets(offer: tuple[int, ...]) -> list[frozenset[int]]:
    return [frozenset(kept) for size in (2, 3, 4) for kept in combinations(offer, size)]


def bits(tickets: frozenset[int]) -> int:
    return sum(1 << ticket for ticket in tickets)


@pytest.fixture(scope="module")
def offers() -> list[tuple[int, tuple[int, ...], dict[frozenset[int], int]]]:
    """Deals with offers of four of six tickets to two seats, and what came of each set of two or more."""
    stream = np.random.default_rng(4)
    found = []
    for game in range(40):
        for _ in range(2):
            offer = tuple(sorted(map(int, stream.permutation([0, 3, 7, 20, 41, 45])[:4])))
            outcomes = {kept: int(stream.integers(40, 140)) for kept in legal_sets(offer)}
            found.append((game, offer, outcomes))
    return found


@pytest.fixture(scope="module")
def sets(offers: list[tuple[int, tuple[int, ...], dict[frozenset[int], int]]]) -> MadeUp:
    rows = []
    for number, (game, offer, outcomes) in enumerate(offers):
        base, *others = list(outcomes)[number % 11 :] + list(outcomes)[: number % 11]
        same = {"game": game, "seat": number % 2, "offered": bits(frozenset(offer)), "base_kept": bits(base)}
        same |= {"score_with": outcomes[base]}
        rows += [same | {"kept": bits(kept), "score_without": outcomes[kept]} for kept in others]
    return experiment("keep-sets", rows)


def test_pairs_are_contrasts_over_all_sets_of_an_offer(
    sets: MadeUp, offers: list[tuple[int, tuple[int, ...], dict[frozenset[int], int]]]
) -> None:
    measures = sets.measures()
    effects: dict[tuple[int, int], list[float]] = {}
    interactions: dict[tuple[int, int], list[float]] = {}
    for _, offer, outcome in offers:
        for t, u in combinations(offer, 2):
            rests = [frozenset(rest) for size in (0, 1, 2) for rest in combinations(set(offer) - {t, u}, size)]
            with_one = [rest for rest in rests if rest | {t} in outcome]
            gains = [outcome[rest | {t, u}] - (outcome[rest | {t}] + outcome[rest | {u}]) / 2 for rest in with_one]
            effects.setdefault((t, u), []).append(sum(gains) / len(gains))
            with_none = [rest for rest in rests if rest in outcome]
            four = [outcome[r | {t, u}] - outcome[r | {t}] - outcome[r | {u}] + outcome[r] for r in with_none]
            interactions.setdefault((t, u), []).append(sum(four) / len(four))
    for name, expected in (("pair_effect_on_score", effects), ("pair_interaction_on_score", interactions)):
        assert len(measures[name]) == len(expected)
        for (t, u), values in expected.items():
            found = value_of(measures[name], ticket=TICKETS[t], other=TICKETS[u])
            assert (found["value"], found["n"]) == (pytest.approx(np.mean(values)), len(values))


def test_sizes_are_compared_within_their_offers(
    sets: MadeUp, offers: list[tuple[int, tuple[int, ...], dict[frozenset[int], int]]]
) -> None:
    found = sets.measures()["set_size_effect_on_score"]
    for size in (3, 4):
        gains = [
            np.mean([value for kept, value in outcome.items() if len(kept) == size])
            - np.mean([value for kept, value in outcome.items() if len(kept) == 2])
            for _, _, outcome in offers
        ]
        assert value_of(found, tickets_kept=size)["value"] == pytest.approx(np.mean(gains))


def test_what_the_bot_keeps_is_held_against_the_other_sets(
    sets: MadeUp, offers: list[tuple[int, tuple[int, ...], dict[frozenset[int], int]]]
) -> None:
    frame = sets.frames[0]
    expected = (frame["score_with"] - frame["score_without"]).mean()
    assert value_of(sets.measures()["effect"], outcome="score")["value"] == pytest.approx(expected)


# ---- in pictures ---------------------------------------------------------------------------------


def page_of(tried: MadeUp) -> FigurePage:
    return FigurePage({table.id: table for table in tried.section().tables}, BOARD, 4)


def test_pictures_of_tickets_tell_how_many_are_significant(tried: MadeUp) -> None:
    with styled():
        forest, scatter = figures.effect_forest(page_of(tried)), figures.break_even(page_of(tried))
    assert forest is not None
    assert "2 of 2 significantly raise the win share, 0 lower it" in forest.title
    assert scatter is not None
    assert scatter.title.startswith("1 of 2 tickets pay significantly more than keeping them costs")


def test_routes_are_drawn_on_the_map_and_nothing_else_is(tried: MadeUp) -> None:
    gains = np.random.default_rng(1).integers(0, 30, 200)
    rows = [{"game": game, "route": ROUTES[game % 2], "score_with": int(gain)} for game, gain in enumerate(gains)]
    with styled():
        drawn = figures.effect_map(page_of(experiment("route-exists", rows)))
        assert figures.effect_map(page_of(tried)) is None
    assert drawn is not None
    assert re.search(r"from \S+ \+1\d\.\d to \S+ \+1\d\.\d$", drawn.title)


# ---- in words ------------------------------------------------------------------------------------


def test_the_answer_comes_first_with_interval_and_n(tried: MadeUp, measures: Measures) -> None:
    section = tried.section()
    best = measures["ticket_effect"].sort("value").row(-1, named=True)
    amount, low, high = (f"{100 * best[key]:.1f}" for key in ("value", "low", "high"))
    assert f"adds {amount} pp to the win share ({low} … {high}, n = 400 pairs)" in section.answers[0]
    assert section.answers[1].startswith("Of 2 tickets 2 raise the win share significantly, and 0 lower it")
    told = " ".join(section.notes)
    assert "same deal" in told
    assert "All four seats are planner" in told


def test_a_loss_is_told_as_one() -> None:
    rows = [{"game": game, "win_share_without": float(game % 3 == 0)} for game in range(300)]
    assert "takes 33.3 pp off the win share (28.0 … 38.7," in experiment("stations", rows).section().answers[0]


def test_what_is_not_clear_is_said_so() -> None:
    rows = [{"game": game, "route": ROUTES[0], "win_share_with": game % 2, "win_share_without": 1 - game % 2}
            for game in range(60)]  # fmt: skip
    section = experiment("routes", rows).section()
    assert section.answers[0].startswith("No route has a significant effect on the win share")
    assert "makes no significant difference to the win share (0.0 pp" in section.answers[1]


@pytest.mark.parametrize("kind", ["rules", "draw-now", "face-up", "station-now", "tempo", "keep-sets", "later-tickets"])
def test_every_kind_has_its_words(kind: str) -> None:
    subject = {"station-now": {"city": BOARD.cities[0].id}, "tempo": {"route": ROUTES[0]}}.get(kind, {})
    subject = {"ticket": LONG} if kind == "later-tickets" else subject
    rows = [{"game": game, "score_with": game} | subject for game in range(40)]
    choice = {"settings": ("board.wilds=8",)} if kind == "rules" else {}
    section = experiment(kind, rows, **choice).section()
    told = " ".join([section.title, *section.answers, *section.notes, *(table.title for table in section.tables)])
    assert not re.search(r"[{}]", told)
    assert ("board.wilds=8" in told) == (kind == "rules")
