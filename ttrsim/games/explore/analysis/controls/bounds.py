"""Controls of cards, rounds, tourists and connections."""

from __future__ import annotations

from collections.abc import Iterator

from ttrsim.documents.report.controls import EXACT, FALSE_ALARM, MIN_GAMES, exactly
from ttrsim.documents.report.model import Control
from ttrsim.games.explore.analysis.facts import ExploreFacts
from ttrsim.games.explore.board.model import N_CARDS
from ttrsim.measures.measure import Measures
from ttrsim.stats.intervals import binomial_ends

ACTION_CARDS = 2  # §4.1


def controls(measures: Measures, facts: ExploreFacts, n_games: int) -> Iterator[Control]:
    yield from exactly(measures, "rounds_not_accounted", "rounds played minus rounds that the cards allow", 0.0)
    yield from exactly(measures, "action_cards", "cards of a round that are not discarded", ACTION_CARDS)
    yield from exactly(
        measures, "tourists_not_accounted", "tourists that no card, café or fallback turn accounts for", 0.0
    )
    yield from exactly(measures, "connections_not_accounted", "connections that no turn accounts for", 0.0)
    yield from _shown(measures, facts, n_games)


def _shown(measures: Measures, facts: ExploreFacts, n_games: int) -> Iterator[Control]:
    """§4: every card is as likely as any other to stay in the box; without a box all are turned up in every game."""
    share = facts.rounds * facts.board.parameters.cards_per_round / N_CARDS
    if "cards_shown" not in measures or (n_games < MIN_GAMES and share < 1):
        return
    low, high = binomial_ends(n_games // facts.rotations, share, FALSE_ALARM / N_CARDS)  # one deal, one shuffle
    shares = measures["cards_shown"]["value"]
    for end, value in (("least", shares.min()), ("most", shares.max())):
        name = f"{end} often turned up card, share of games"
        yield Control(name, float(value), low - EXACT, high + EXACT)  # type: ignore[arg-type]
