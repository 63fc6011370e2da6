"""Records that live as long as the function that makes them."""

from __future__ import annotations

from typing import Any

from numba.extending import intrinsic


@intrinsic
def record_on_stack(typing_context: Any, dtype: Any) -> Any:
    """A record with nothing written to it yet, gone when its function returns: no memory is asked for or given back."""
    record = dtype.dtype

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        with builder.goto_entry_block():  # once, should the call stand in a loop
            place = builder.alloca(context.get_data_type(record))
        place.align = 64  # a line of the processor's cache; Numba reads the fields of an aligned dtype as aligned
        return place

    return record(dtype), codegen
