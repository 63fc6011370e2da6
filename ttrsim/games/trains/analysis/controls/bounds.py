"""Controls of trains, tickets and tunnels."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from ttrsim.documents.report.controls import FALSE_ALARM, MIN_GAMES, exactly
from ttrsim.documents.report.model import Control
from ttrsim.documents.report.sections.phrases import only
from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.board.model import WILD, Parameters
from ttrsim.measures.measure import Measures
from ttrsim.stats.intervals import z_critical


def controls(measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
    yield from exactly(measures, "trains_not_accounted", "trains neither placed nor left", 0.0)
    yield from _offers(measures, facts, n_games)
    yield from _cards(measures, facts, n_games)
    yield from _tunnels(measures, facts)


def _offers(measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
    """Every ticket of a pile is as likely as any other to be offered in the set-up."""
    if "set_up_offers" not in measures or n_games < MIN_GAMES:
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
        reach = z_critical(FALSE_ALARM / len(pile)) * error
        for end, value in (("least", pile["value"].min()), ("most", pile["value"].max())):
            name = f"set-up: {end} often offered {'long ' if is_long else ''}ticket, share of games"
            yield Control(name, float(value), share - reach, share + reach)  # type: ignore[arg-type]


def _cards(measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
    """S1: opening hands are drawn from the whole deck without putting back, so in theory all is known of them."""
    parameters = facts.board.parameters
    dealt = parameters.hand * facts.n_seats
    if "dealt_cards" not in measures or n_games < MIN_GAMES or not dealt:
        return
    deck = parameters.cards_per_colour | {WILD: parameters.wilds}
    n_cards = sum(deck.values())
    n_deals = n_games / facts.rotations  # one deal, one set of hands
    for row in measures["dealt_cards"].iter_rows(named=True):
        share = deck[row["card"]] / n_cards
        error = (share * (1 - share) * (n_cards - dealt) / (n_cards - 1) / dealt / n_deals) ** 0.5
        reach = z_critical(FALSE_ALARM / len(deck)) * error
        name = f"set-up: share of {row['card']} among the cards dealt"
        yield Control(name, row["value"], share - reach, share + reach)


def _tunnels(measures: Measures, facts: Facts) -> Iterator[Control]:
    mean = only(measures.get("tunnel_extra_due"))
    if mean["value"] is None or mean["n"] < MIN_GAMES:
        return
    parameters = facts.board.parameters
    cards, matching = whole_deck(parameters)
    turned = parameters.tunnel_cards
    # Laid out as wilds only wilds match; players hoard what they lay out, but rarely half of it.
    low, high = 0.5 * turned * parameters.wilds / cards, 1.15 * turned * matching / cards
    yield Control("extra cards asked for a tunnel, mean", mean["value"], low, high)


def whole_deck(parameters: Parameters) -> tuple[int, int]:
    """All cards, and those that match one colour, wilds included; for colours of unequal numbers their mean."""
    counts = list(parameters.cards_per_colour.values())
    return sum(counts) + parameters.wilds, round(sum(counts) / max(len(counts), 1)) + parameters.wilds
