"""Which strategies survive in a field where each meets each: the Nash mixture and α-Rank of a matrix of leads.

A lead is how much more often i wins than j when both play, from -1 to 1; the matrix is antisymmetric. So it is the
payoff of a symmetric zero-sum game in which each player chooses a strategy.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

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


# ---- Strengths from games of two or more players, by the Plackett–Luce model ----------------------
#
# Of the players of a table, i wins with chance s_i / Σ s_j. Only winners are looked at: to win is what the
# game asks for, and who comes third of four says more of the ticket pile. A shared win counts as an equal
# part of a win for each who shares it. With two players this is Bradley and Terry's model, and a difference
# in Elo units means what it means in chess.
#
# The likelihood is maximised by the MM algorithm of Hunter (2004), "MM algorithms for generalized
# Bradley–Terry models", Annals of Statistics 32: every step divides a player's wins by the wins that the
# present strengths would give per unit of strength. It never steps downhill, but it crawls where one part of
# the field hardly ever beats the other; so a Newton step follows each of its steps, where that leads higher.


ELO_PER_NEPER = 400 / np.log(10)
MAX_STEPS = 1_000
LONGEST_STEP = 2.0  # of Newton's: further out the curvature says little
CLOSE_ENOUGH = 1e-7  # change of a logarithm of strength in a step; 1 Elo is 0.006


def elo(tables: NDArray[np.intp], wins: NDArray[np.floating], n_players: int) -> NDArray[np.float64]:
    """Strengths in Elo units, the mean of all players 0: an array [sample, player].

    tables: [table, seat] who plays at it. wins: [sample, table, seat] wins there, shared ones in parts, which
    add up to the games played. Everybody must have won something, be it a part of a virtual game: the strength
    of a player without any win has no bound.
    """
    sits = np.zeros((len(tables), n_players))  # [table, player] 1 where it plays
    np.put_along_axis(sits, tables, 1.0, axis=1)
    logs = _maximise(sits, _wins_of_players(tables, wins, n_players), wins.sum(axis=2))
    return np.asarray(ELO_PER_NEPER * logs)


def _wins_of_players(tables: NDArray[np.intp], wins: NDArray[np.floating], n_players: int) -> NDArray[np.float64]:
    """[sample, player]"""
    totals = np.zeros((len(wins), n_players))
    for seat in range(tables.shape[1]):
        for table, player in enumerate(tables[:, seat]):
            totals[:, player] += wins[:, table, seat]
    return totals


def _maximise(
    sits: NDArray[np.float64], wins: NDArray[np.float64], n_games: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Logarithms of the strengths, their mean 0, once a step changes nothing any more.

    sits: [table, player], wins: [sample, player], n_games: [sample, table].
    """
    logs = np.zeros_like(wins)
    if len(wins) > 1:  # samples of one tournament lie near one another: from their middle it is not far
        logs += _maximise(sits, wins.mean(axis=0, keepdims=True), n_games.mean(axis=0, keepdims=True))
    for _ in range(MAX_STEPS):
        stepped = _mm_step(logs, sits, wins, n_games)
        further = _newton_step(stepped, sits, wins, n_games)
        is_higher = _log_likelihood(further, sits, wins, n_games) >= _log_likelihood(stepped, sits, wins, n_games)
        stepped = np.where(is_higher[:, None], further, stepped)
        stepped -= stepped.mean(axis=1, keepdims=True)
        change = np.abs(stepped - logs).max()
        logs = stepped
        if change < CLOSE_ENOUGH:
            break
    return logs


def _mm_step(
    logs: NDArray[np.float64], sits: NDArray[np.float64], wins: NDArray[np.float64], n_games: NDArray[np.float64]
) -> NDArray[np.float64]:
    due = (n_games / (np.exp(logs) @ sits.T)) @ sits  # wins per unit of strength
    return np.asarray(np.log(wins / due))


def _newton_step(
    logs: NDArray[np.float64], sits: NDArray[np.float64], wins: NDArray[np.float64], n_games: NDArray[np.float64]
) -> NDArray[np.float64]:
    strengths = np.exp(logs)
    chances = strengths[:, None, :] * sits / (strengths @ sits.T)[:, :, None]  # [sample, table, player]
    expected = n_games[:, :, None] * chances
    curvature = -np.swapaxes(expected, 1, 2) @ chances  # [sample, player, player]
    players = np.arange(logs.shape[1])
    curvature[:, players, players] += expected.sum(axis=1)
    curvature += 1.0  # all strengths may grow together: nothing holds them there
    step = np.linalg.solve(curvature, (wins - expected.sum(axis=1))[:, :, None])[:, :, 0]
    return np.asarray(logs + np.clip(step, -LONGEST_STEP, LONGEST_STEP))


def _log_likelihood(
    logs: NDArray[np.float64], sits: NDArray[np.float64], wins: NDArray[np.float64], n_games: NDArray[np.float64]
) -> NDArray[np.float64]:
    """[sample]"""
    return np.asarray((wins * logs).sum(axis=1) - (n_games * np.log(np.exp(logs) @ sits.T)).sum(axis=1))
