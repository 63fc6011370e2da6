"""How many games a search plays: as many as it may, or as many as its band needs."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Collection, Sequence

from ttrsim.errors import UserError
from ttrsim.stats.intervals import ALPHA, ENOUGH_DEALS, z_critical
from ttrsim.studies.rebalance.goals import Goal, Reading
from ttrsim.studies.rebalance.knowledge import MEDIAN_ERROR
from ttrsim.studies.rebalance.request import MOST_GAMES
from ttrsim.studies.rebalance.trials import Measured, Rounds

# Shares of the games: the first measurement, each later one, slopes of all shared levers, and each side of the check.
# Later ones are small: a board with many faults needs many rounds, and rounds with the same points count together.
FIRST, LATER, SLOPES, CHECK = 0.14, 0.05, 0.25, 0.12
PILOT_DEALS, SIZING_DEALS = 40, 400  # to find out what a deal costs; and what the band needs
OTHER_GAMES = 3_000_000  # for goals other than tickets
SPARE = 1.5  # times the games that the band needs: for more rounds, and another check if the first finds a fault
ROUNDED = 100_000


class Budget:
    """Games, and maybe minutes. A pilot shows what a trial costs."""

    def __init__(self, trials: Rounds, games: int | None, minutes: float | None, goals: Sequence[Goal]) -> None:
        self._trials = trials
        self._seconds, self._start = minutes and 60 * minutes, time.monotonic()
        tickets = [goal.ticket for goal in goals if goal.ticket]
        deals = SIZING_DEALS if games is None else PILOT_DEALS
        pilot = trials.play("00-pilot", trials.printed, tickets, deals)
        self._of_ticket = {ticket: reading.n / deals for ticket, reading in pilot.effects.items()}
        self._of_deal = (pilot.games - sum(reading.n for reading in pilot.effects.values())) / deals
        self._games = games or self._needed(goals, pilot)  # that shares are taken of
        self.limit = games or min(MOST_GAMES, int(SPARE * self._games))
        if self.deals(FIRST, tickets) < ENOUGH_DEALS:
            least = self._cost(tickets) * ENOUGH_DEALS / FIRST
            raise UserError(f"--games {self._games:,} is too few: give {2 * round(least, -2):,.0f} or more")

    def _cost(self, tickets: Collection[str]) -> float:
        """Games for each deal."""
        return self._of_deal + sum(self._of_ticket.get(ticket, 0.0) for ticket in tickets)

    def _needed(self, goals: Sequence[Goal], pilot: Measured) -> int:
        """So many that the check can settle every ticket: no interval is wider than the half of its band."""
        decks: dict[str, list[Goal]] = defaultdict(list)
        for goal in goals:
            if goal.ticket in pilot.effects:
                decks[goal.deck].append(goal)
        if not decks:
            return OTHER_GAMES
        z = z_critical(ALPHA / len(goals))
        deals = max(
            self._deals_of_deck(deck, [pilot.effects[goal.ticket] for goal in deck], z) for deck in decks.values()
        )
        games = deals * self._cost(list(pilot.effects)) / CHECK
        return min(MOST_GAMES, ROUNDED * math.ceil(games / ROUNDED))

    def _deals_of_deck(self, deck: Sequence[Goal], readings: Sequence[Reading], z: float) -> float:
        """All tickets of a deck are dealt equally often, and their effects vary about equally from pair to pair."""
        known = [reading.error**2 * reading.n for reading in readings if math.isfinite(reading.error)]
        variance = sum(known) / len(known) if known else 1.0
        variance *= 1 + MEDIAN_ERROR**2 / len(deck)  # that of the median comes on top
        pairs_per_deal = sum(self._of_ticket[goal.ticket] for goal in deck) / len(deck)
        half = min(goal.scale for goal in deck) / 2
        return variance * (z / half) ** 2 / pairs_per_deal

    def deals(self, share: float, tickets: Collection[str]) -> int:
        """That a share of all games pays for."""
        return int(share * self._games / self._cost(tickets))

    def allows(self, share: float) -> bool:
        """Whether there is enough left for a trial of this share and for the check."""
        needed = (share + 2 * CHECK) * self._games
        if self._trials.games + needed > self.limit * (1 + 1e-9):
            return False
        if self._seconds is None:
            return True
        elapsed = time.monotonic() - self._start
        rate = self._trials.games / max(elapsed, 1e-9)
        return elapsed + needed / rate <= self._seconds
