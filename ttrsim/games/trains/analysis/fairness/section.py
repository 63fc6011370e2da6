"""Does the seat matter, and who ends the game?"""

from __future__ import annotations

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.measure import Measures
from ttrsim.reports.model import Section
from ttrsim.reports.sections import fairness as shared


def fairness(measures: Measures, facts: Facts) -> Section | None:
    return shared.fairness(measures, facts, {"ended": ("seat_ended_game", "ended the game")})
