"""Does the seat matter, and who ends the game?"""

from __future__ import annotations

from ttrsim.documents.report.declared import of
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections import fairness as shared
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.analysis.fairness import metrics
from ttrsim.measures.measure import Measures


def fairness(measures: Measures, facts: TrainsFacts) -> Section | None:
    return shared.fairness(measures, facts, [of(metrics.seat_ended_game, "ended", "ended the game")])
