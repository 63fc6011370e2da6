"""Controls: what must come out whatever the bots do. One out of its bounds stands in red at the top of the report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

import polars as pl

from ttrsim.metrics.estimate import deviations
from ttrsim.metrics.facts import Facts
from ttrsim.metrics.measure import Measures
from ttrsim.report.model import Json
from ttrsim.report.sections.words import only
from ttrsim.trains.board.model import Parameters

EXACT = 1e-9
SEAT_EFFECT = 0.30  # of 1 / k: more than any seat is known to be worth between equal bots
FALSE_ALARM = 1e-4  # chance that a sound run fails a control by bad luck
FEWEST_GAMES = 400  # below, chance alone reaches any bound


@dataclass(frozen=True)
class Control:
    name: str
    value: float
    low: float
    high: float

    @property
    def is_ok(self) -> bool:
        return self.low <= self.value <= self.high

    def json(self) -> Json:
        return asdict(self) | {"ok": self.is_ok}


def controls(measures: Measures, facts: Facts, n_games: int) -> list[Json]:
    found = [*_exact(measures), *_seats(measures, facts, n_games), *_offers(measures, facts, n_games)]
    found += _tunnels(measures, facts)
    return [control.json() for control in found]


def _exact(measures: Measures) -> Iterator[Control]:
    expected = {
        "wins_per_game": ("wins of a game, shared ones in parts, add up to 1", 1.0),
        "points_not_accounted": ("points that come from no source", 0.0),
        "trains_not_accounted": ("trains neither placed nor left", 0.0),
    }
    for name, (text, value) in expected.items():
        found = only(measures.get(name))["value"]
        if found is not None:
            yield Control(text, found, value - EXACT, value + EXACT)


def _seats(measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
    """Under rotation every bot sits everywhere equally often; equal bots win about 1 / k in each seat."""
    if "seatings" in measures and facts.rotations == facts.n_seats:
        counts = measures["seatings"].group_by("bot").agg(ratio=pl.col("value").min() / pl.col("value").max())
        if len(counts):
            least = float(counts["ratio"].min())  # type: ignore[arg-type]
            yield Control("rotation: least over most games of a bot in a seat", least, 1 - EXACT, 1 + EXACT)
    if "seat_win_share" in measures and len(facts.bots) == 1 and n_games >= FEWEST_GAMES:
        equal = 1 / facts.n_seats
        for row in measures["seat_win_share"].iter_rows(named=True):
            bounds = equal * (1 - SEAT_EFFECT), equal * (1 + SEAT_EFFECT)
            yield Control(f"mirror match: win share of seat {row['seat'] + 1}", row["value"], *bounds)


def _offers(measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
    """Every ticket of a pile is as likely as any other to be offered in the set-up."""
    if "set_up_offers" not in measures or n_games < FEWEST_GAMES:
        return
    parameters = facts.board.parameters
    frame = measures["set_up_offers"].join(facts.tickets, on="ticket")
    sizes = {True: parameters.setup_offer_long, False: parameters.setup_offer}
    for is_long, size in sizes.items():
        pile = frame.filter((pl.col("is_long") == is_long) if parameters.setup_offer_long else pl.lit(not is_long))
        if not len(pile) or not size:
            continue
        share = min(1.0, size * facts.n_seats / len(pile))
        n_deals = n_games / facts.rotations  # one deal, one set-up
        error = (share * (1 - share) / n_deals) ** 0.5
        reach = deviations(1 - FALSE_ALARM / len(pile)) * error
        for end, value in (("least", pile["value"].min()), ("most", pile["value"].max())):
            name = f"set-up: {end} often offered {'long ' if is_long else ''}ticket, share of games"
            yield Control(name, float(value), share - reach, share + reach)  # type: ignore[arg-type]


def _tunnels(measures: Measures, facts: Facts) -> Iterator[Control]:
    found = only(measures.get("tunnel_extra_due"))
    if found["value"] is None or found["n"] < FEWEST_GAMES:
        return
    parameters = facts.board.parameters
    cards, matching = whole_deck(parameters)
    turned = parameters.tunnel_cards
    # Laid out as wilds only wilds match; players hoard what they lay out, but rarely half of it.
    low, high = 0.5 * turned * parameters.wilds / cards, 1.15 * turned * matching / cards
    yield Control("extra cards asked for a tunnel, mean", found["value"], low, high)


def whole_deck(parameters: Parameters) -> tuple[int, int]:
    """All cards, and those that match one colour, wilds included; for colours of unequal numbers their mean."""
    counts = list(parameters.cards_per_colour.values())
    return sum(counts) + parameters.wilds, round(sum(counts) / max(len(counts), 1)) + parameters.wilds
