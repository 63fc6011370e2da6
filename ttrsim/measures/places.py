"""Places of rows in an array, so that values of few things need no copy for each of many rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int32]
IN_PLACE = np.zeros(0, np.int32)  # each row has its own place, in order


def through(places: Places, at: Places) -> Places:
    """The places of rows that are themselves looked up `at` places."""
    if at is IN_PLACE:
        return places
    return at if places is IN_PLACE else places[at]
