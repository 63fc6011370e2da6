"""The questions of a report, one file each."""

from __future__ import annotations

from collections.abc import Callable

from ttrsim.metrics.facts import Facts
from ttrsim.metrics.measure import Measures
from ttrsim.report.model import Section
from ttrsim.report.sections import cities, fairness, flow, routes, strategies, tickets

SECTIONS: tuple[Callable[[Measures, Facts], Section | None], ...] = (
    tickets.tickets,
    routes.routes,
    cities.cities,
    strategies.strategies,
    fairness.fairness,
    flow.flow,
)
