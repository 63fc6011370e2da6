"""An entry is linked from its inner functions and optimised once."""

import numba
import numpy as np
import pytest
from numba import types
from numba.core.codegen import CPUCodeLibrary

from ttrsim.botkit.paths import PATHS, join_all, separate_cities
from ttrsim.games.registry import load_board
from ttrsim.games.trains.engine import board_record
from ttrsim.machine.bits import popcount
from ttrsim.machine.jit import ENTRY, array_of, inlined, inner


@inner
def checked(number):
    if number < 0:
        raise ValueError("negative", number)
    return number + 1


@inner
def doubled(number):
    return 2 * checked(number)


@inner
def calls_for_nothing(number):
    """LLVM finds out that the result is not used, and forgets the call before anything is linked."""
    doubled(number)
    return number


@inner
def top(number):
    return calls_for_nothing(number) + doubled(number) + checked(number)


def compiled_entry():
    return numba.njit(types.int64(types.int64), **ENTRY)(lambda number: top(number))


def test_an_entry_is_optimised_once_with_all_that_it_reaches(monkeypatch):
    optimised = []
    original = CPUCodeLibrary._optimize_final_module
    monkeypatch.setattr(
        CPUCodeLibrary, "_optimize_final_module", lambda self: (optimised.append(self.name), original(self))
    )
    assert compiled_entry()(3) == 3 + 8 + 4
    assert [name for name in optimised if "<lambda>" in name or name in ("checked", "doubled", "top")] == optimised[-1:]


@pytest.mark.parametrize("compiled", [compiled_entry, lambda: numba.njit(lambda number: top(number))])
def test_an_inner_function_raises_what_its_source_says(compiled):
    """Also below a plain Numba function, such as a helper that a user compiles without our decorators."""
    function = compiled()
    assert function(0) == 0 + 2 + 1
    with pytest.raises(ValueError, match=r"\('negative', -1\)"):
        function(-1)


def n_joined(boards, papers, routes):
    """How many cities hang together with the first: built by some routes, then by others, then by both."""
    board, paths = boards[0], papers[0]
    separate_cities(board, paths)
    join_all(board, paths, routes[0], routes[1])
    n = popcount(paths.network[0])
    separate_cities(board, paths)
    join_all(board, paths, routes[2], routes[3])
    n += popcount(paths.network[0])
    join_all(board, paths, routes[0], routes[1])
    return n + popcount(paths.network[0])


def test_a_plain_function_does_not_meet_the_functions_of_an_entry():
    """LLVM changes arguments and results of functions whose callers it knows. A plain function must not call those."""
    boards, papers = board_record(load_board("usa")), np.zeros(1, PATHS)
    types_of_arguments = array_of(boards.dtype), array_of(PATHS), types.uint64[::1]
    routes = np.array([0x5555_5555_5555, 0, 0xFFFF_FFFF_FFFF, 0xFF], np.uint64)
    entry = numba.njit(types.int64(*types_of_arguments), **ENTRY)(n_joined)
    plain = numba.njit(n_joined)
    assert 0 < plain(boards, papers, routes) == entry(boards, papers, routes)


def test_what_an_inlined_function_calls_is_not_inlined_by_force():
    """Numba would pass the option on, and copy all that lies below wherever the inlined function calls it."""

    @inner
    def below(number):
        return number + 1

    @inlined
    def above(number):
        return below(number) + below(number + 1)

    numba.njit(types.int64(types.int64), **ENTRY)(lambda number: above(number))
    (above_code,) = above.overloads.values()
    (below_code,) = below.overloads.values()
    assert "alwaysinline" in above_code.library.get_llvm_str()
    assert "alwaysinline" not in below_code.library.get_llvm_str()
