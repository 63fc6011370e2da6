"""Strengths from games of two or more players, by the Plackett–Luce model.

Of the players of a table, i wins with chance s_i / Σ s_j. Only winners are looked at: to win is what the
game asks for, and who comes third of four says more of the ticket pile. A shared win counts as an equal
part of a win for each who shares it. With two players this is Bradley and Terry's model, and a difference
in Elo units means what it means in chess.

The likelihood is maximised by the MM algorithm of Hunter (2004), "MM algorithms for generalized
Bradley–Terry models", Annals of Statistics 32: every step divides a player's wins by the wins that the
present strengths would give per unit of strength. It never steps downhill, but it crawls where one part of
the field hardly ever beats the other; so a Newton step follows each of its steps, where that leads higher.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
