"""Controls of trains, tickets and tunnels."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from ttrsim.documents.report.controls import EXACT, FALSE_ALARM, MIN_GAMES, exactly
from ttrsim.documents.report.model import Control
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.board.model import WILD, Parameters
from ttrsim.measures.measure import Measures
from ttrsim.stats.intervals import binomial_ends, z_critical

NEVER = {
    "trains_not_accounted": "trains neither placed nor left",
    "route_points_not_accounted": "route points that no claimed route accounts for",
    "ticket_points_not_accounted": "ticket points that no kept ticket accounts for",
    "both_halves": "games in which a seat owns both halves of a double (C2)",
    "extra_cards_too_many": "tunnels with more extra cards than were turned up (T1)",
}


def controls(measures: Measures, facts: TrainsFacts, n_games: int) -> Iterator[Control]:
    for name, text in NEVER.items():
        yield from exactly(measures, name, text, 0.0)
    yield from _offers(measures, facts, n_games)
    yield from _cards(measures, facts, n_games)


def _offers(measures: Measures, facts: TrainsFacts, n_games: int) -> Iterator[Control]:
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
        n_deals = n_games // facts.rotations  # one deal, one set-up
        low, high = binomial_ends(n_deals, share, FALSE_ALARM / len(pile))
        for end, value in (("least", pile["value"].min()), ("most", pile["value"].max())):
            name = f"set-up: {end} often offered {'long ' if is_long else ''}ticket, share of games"
            yield Control(name, float(value), low - EXACT, high + EXACT)  # type: ignore[arg-type]


def _cards(measures: Measures, facts: TrainsFacts, n_games: int) -> Iterator[Control]:
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


def whole_deck(parameters: Parameters) -> tuple[int, int]:
    """All cards, and those that match one colour, wilds included; for colours of unequal numbers their mean."""
    counts = list(parameters.cards_per_colour.values())
    return sum(counts) + parameters.wilds, round(sum(counts) / max(len(counts), 1)) + parameters.wilds
