"""Student's t: the chance of a tail, and the bound of one, as far out as many questions at once ask for."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

CLOSE_ENOUGH = 1e-14  # relative change of the fraction in a step
MOST_STEPS = 500
TINY = 1e-300  # in the place of a zero to divide by


def tail(t: float, freedom: float) -> float:
    """The chance that a t of so many degrees of freedom is larger."""
    if math.isinf(t):
        return 0.0 if t > 0 else 1.0
    beyond = 0.5 * _beta_share(freedom / 2, 0.5, freedom / (freedom + t * t))
    return beyond if t >= 0 else 1 - beyond


@lru_cache(maxsize=1024)
def bound(chance: float, freedom: float) -> float:
    """The t that is exceeded with this chance, 0.5 or less."""
    t = NormalDist().inv_cdf(1 - chance)  # nearer to the middle than t, whence Newton's steps only lead outwards
    for _ in range(MOST_STEPS):
        step = (tail(t, freedom) - chance) / _density(t, freedom)
        t += step
        if abs(step) <= 1e-12 * t:
            break
    return t


def _density(t: float, freedom: float) -> float:
    log_middle = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - math.log(freedom * math.pi) / 2
    return math.exp(log_middle - (freedom + 1) / 2 * math.log1p(t * t / freedom))


def _beta_share(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    if x < (a + 1) / (a + b + 2):  # where the fraction converges quickly
        return math.exp(log_front) * _fraction(a, b, x) / a
    return 1 - math.exp(log_front) * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Its continued fraction, by the method of Lentz."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < CLOSE_ENOUGH:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY
