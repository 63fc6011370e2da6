"""The rules as the code that all games share calls them; each kernel says which of its functions they are.

Numba looks up the function by the type of the board when it compiles, so the lookup costs nothing at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import overload

from ttrsim.machine.linking import InnerCompiler


def register(board: np.dtype, *functions: Any) -> None:
    """Each of the functions is the rule of its name below, where such boards are played on."""
    for function in functions:
        _register(globals()[function.__name__], numba.from_dtype(board), function)


@cache  # whoever needs a rule registers it: once is enough
def _register(rule: Callable[..., None], board_type: types.Record, function: Any) -> None:
    @overload(rule, strict=False, jit_options=function.targetoptions | {"pipeline_class": InnerCompiler})
    def look_up(board, *others):
        return function.py_func if board == board_type else None


def set_up(board, state, log, n_seats, seed, deal):
    """Sets a game up, to its first question."""


def restrict(board, state, seating):
    """Puts each seat under the restrictions of the seating, right after the set-up."""


def is_legal(board, public, own, decision):
    """Whether the asked seat may decide so."""


def list_legal(board, public, own, numbers):
    """Writes every legal decision of the asked seat; returns how many."""


def list_candidates(board, public, own, numbers):
    """Writes the legal decisions worth comparing, of those that come to the same thing one; returns how many."""


def apply(board, state, log, decision):
    """Carries out a legal decision, and moves on to the next question."""


def score_game(board, state, result, scratch):
    """Writes the result of a game that is over."""


def note_outcome(board, work, game, result, tally, rows):
    """Adds what the tables of a run hold of a game."""


def check_state(board, state):
    """The number of the first check that the state fails, or ALL_WELL."""


def believe(board, public, own, stream, belief):
    """Writes what the asked seat can believe about what it does not see."""


def imagine(board, public, own, belief, stream, state):
    """Writes a random complete state that agrees with everything the asked seat sees, by its belief."""


def shuffle_piles(board, state, stream):
    """Puts what lies face down in another order; everything the seats hold stays."""


def reopen(board, state):
    """Goes back to the first of the decisions that nobody has seen yet, the asked seat's among them."""
