"""Which strategies survive in a field where each meets each: the Nash mixture and α-Rank of a matrix of leads.

A lead is how much more often i wins than j when both play, from -1 to 1; the matrix is antisymmetric. So it is the
payoff of a symmetric zero-sum game in which each player chooses a strategy.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ttrsim.stats.intervals import Floats

POPULATION = 50  # of α-Rank: bots in the population that mutants try to take over
INTENSITY = 5.0  # of α-Rank's selection: how much more often a bot with a lead of 1 is copied, as an exponent
TOO_SMALL = 1e-12  # a difference of fitness below which a mutant drifts


def nash_mixture(leads: Floats) -> Floats:
    """The shares in which to mix strategies so that no strategy has a lead over the mixture.

    Of several such mixtures, e.g. of two equal strategies, it is the one that the linear program ends at.
    """
    from scipy.optimize import linprog  # slow to import

    n = len(leads)
    # Variables: the share of each strategy, and the lead that the mixture is sure of, which is maximised.
    solution = linprog(
        c=[*np.zeros(n), -1.0],
        A_ub=np.column_stack([-leads.T, np.ones(n)]),
        b_ub=np.zeros(n),
        A_eq=[[*np.ones(n), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
    )
    shares = np.clip(solution.x[:n], 0.0, None)
    return np.asarray(shares / shares.sum())


def alpha_rank(leads: Floats) -> Floats:
    """How much of the time a population plays each strategy, in the long run (Omidshafiei et al. 2019, α-Rank).

    Everybody plays one strategy until a mutant with another appears and either dies out or takes over. A mutant with a
    lead takes over more often; so a strategy keeps its place if hardly any other has a lead over it.
    """
    n = len(leads)
    if n == 1:
        return np.ones(1)
    chain = _fixation(leads.T) / (n - 1)  # row: the strategy that all play; column: the mutant's
    np.fill_diagonal(chain, 0.0)
    np.fill_diagonal(chain, 1.0 - chain.sum(axis=1))
    # The stationary distribution: shares · chain = shares, and the shares add up to 1.
    equations = np.vstack([chain.T - np.eye(n), np.ones(n)])
    shares = np.linalg.lstsq(equations, np.append(np.zeros(n), 1.0), rcond=None)[0]
    shares = np.clip(shares, 0.0, None)
    return np.asarray(shares / shares.sum())


def _fixation(leads_of_mutants: Floats) -> Floats:
    """The chance that one mutant takes over the population, for each lead. Without a lead it is 1 / population."""
    x = INTENSITY * leads_of_mutants
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        chances = np.expm1(-x) / np.expm1(-POPULATION * x)
    return np.where(np.abs(x) < TOO_SMALL, 1 / POPULATION, np.nan_to_num(chances))


def cycles(beats: np.ndarray) -> list[tuple[int, int, int]]:
    """Every i, j, k where i beats j, j beats k and k beats i, each cycle once, starting with its lowest number."""
    rings = []
    for i, j, k in combinations(range(len(beats)), 3):
        if beats[i, j] and beats[j, k] and beats[k, i]:
            rings.append((i, j, k))
        if beats[i, k] and beats[k, j] and beats[j, i]:
            rings.append((i, k, j))
    return rings
