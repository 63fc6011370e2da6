"""An entry is linked from its inner functions and optimised once."""

import numba
import pytest
from numba import types
from numba.core.codegen import CPUCodeLibrary

from ttrsim.compiled.jit import ENTRY, inlined, inner


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
