"""What the decisions and the cards of a game did to each player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ttrsim.stats.intervals import Estimate, z_critical
from ttrsim.studies.advice.judging import Judged

MOST_UNSURE = 0.15  # half an interval; luck and skill that are known less well are not shown


@dataclass(frozen=True)
class Player:
    """Changes of a seat's win share. `start`, `own`, `others` and `luck` add up to `result`."""

    seat: int
    name: str
    decisions: int
    mean_loss: Estimate
    labels: dict[str, int]  # how many of its decisions got each label
    start: float  # chance to win before the first decision
    own: Estimate  # change by its own decisions, compared with those of the policy
    others: Estimate  # change by the decisions of others
    luck: Estimate  # change by the cards and tickets that came
    result: float
    adjusted: Estimate  # the result without the luck
    story: tuple[str, ...] = ()  # how the game went, what went well and what cost most


def judge_player(
    seat: int,
    name: str,
    judged: Sequence[Judged],
    labels: dict[str, int],
    result: float,
    story: tuple[str, ...] = (),
) -> Player:
    """`judged` are the decisions of all seats, and `labels` counts those of this one."""
    own = [decision for decision in judged if decision.seat == seat]
    effect, effect_error = _total([(decision.effect[seat], decision.effect_error[seat]) for decision in own])
    others, others_error = _total(
        [(decision.effect[seat], decision.effect_error[seat]) for decision in judged if decision.seat != seat]
    )
    start = judged[0].value[seat]
    luck = result - start - effect - others
    luck_error = math.hypot(judged[0].value_error[seat], effect_error, others_error)
    return Player(
        seat=seat,
        name=name,
        decisions=len(own),
        mean_loss=_mean_loss(own),
        labels=labels,
        start=start,
        own=interval(effect, effect_error),
        others=interval(others, others_error),
        luck=interval(luck, luck_error),
        result=result,
        adjusted=interval(result - luck, luck_error),
        story=story,
    )


def if_useful(estimate: Estimate) -> Estimate | None:
    """A change of the win share, unless its interval is too wide to tell anything."""
    return estimate if estimate.high - estimate.low <= 2 * MOST_UNSURE else None


def _mean_loss(own: Sequence[Judged]) -> Estimate:
    """The upper ends of the intervals lie farther off than the lower ones, so both sides are added up on their own."""
    n = max(len(own), 1)
    loss, error = _total([(decision.loss, decision.loss_error) for decision in own])
    above = math.hypot(*(decision.loss_high - decision.loss for decision in own))
    return Estimate(loss / n, (loss - z_critical() * error) / n, (loss + above) / n)


def interval(value: float, error: float) -> Estimate:
    half = z_critical() * error
    return Estimate(value, value - half, value + half)


def _total(parts: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The sum of independent values, and its standard error."""
    return sum(value for value, _ in parts), math.hypot(*(error for _, error in parts))
