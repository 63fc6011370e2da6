"""The lines of faults in compiled code: Numba knows them only of `raise`, not of an index or a division."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.callconv import CPUCallConv, NumpyErrorModel
from numba.core.lowering import Lower

FAULTS = (IndexError, ZeroDivisionError)


@contextmanager
def lines_in_faults() -> Iterator[None]:
    """Whatever is compiled meanwhile notes the line of an index with the exception that it may raise."""
    lines: list[tuple[Any, str]] = []  # of the statements that are being compiled
    lower_statement, return_exception = Lower.lower_inst, CPUCallConv.return_user_exc

    def lower_with_line(self: Any, statement: Any) -> None:
        lines.append((statement.loc, self.func_ir.func_id.func_name))
        try:
            lower_statement(self, statement)
        finally:
            lines.pop()

    def return_with_line(self: Any, builder: Any, exc: Any, exc_args: Any = None, *where: Any, **named: Any) -> None:
        if exc in FAULTS and lines:
            where, named = lines[-1], {}
        return_exception(self, builder, exc, exc_args, *where, **named)

    Lower.lower_inst, CPUCallConv.return_user_exc = lower_with_line, return_with_line
    try:
        yield
    finally:
        Lower.lower_inst, CPUCallConv.return_user_exc = lower_statement, return_exception


@contextmanager
def whole_divisions_by_zero_raised() -> Iterator[None]:
    """By code that is compiled meanwhile. Otherwise it goes on with 0; a float becomes infinite, as in NumPy."""
    before = NumpyErrorModel.fp_zero_division

    def raise_for_whole_numbers(self: Any, builder: Any, exc_args: Any = None, loc: Any = None) -> bool:
        if exc_args is None or not exc_args[0].startswith("integer"):
            return False
        self.call_conv.return_user_exc(builder, ZeroDivisionError, exc_args, loc)
        return True

    NumpyErrorModel.fp_zero_division = raise_for_whole_numbers
    try:
        yield
    finally:
        NumpyErrorModel.fp_zero_division = before
