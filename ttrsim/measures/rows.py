"""Rows of a table as arrays: metrics that are summed with every chunk observe them without a frame of their own.

Hardly anything is copied. What rows know through others, such as the points of the seat or the length of the route, is
converted once where it stands; each row only knows its place there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.codes import Codes, Key, codes_of, key_of
from ttrsim.measures.observed import ONES, Deals, Ints, Lookup, Observed, SumColumn, lookup_of
from ttrsim.measures.places import IN_PLACE, Places, through


class RowLink(NamedTuple):
    """Other rows, and which of them each row belongs to."""

    rows: Rows
    at: Places


class Rows:
    """Rows in order of deals."""

    def __init__(
        self, frame: pl.DataFrame, deals: Deals, links: Sequence[RowLink] = (), keys: Mapping[str, Key] | None = None
    ) -> None:
        self._frame, self._links = frame, links
        self.deals = deals
        self._keys = dict(keys or {})
        self._made: dict[tuple[object, ...], Any] = {}

    def __len__(self) -> int:
        return len(self.deals)

    def __contains__(self, name: str) -> bool:
        return name in self._frame.columns or name in self._keys or any(name in link.rows for link in self._links)

    # ---- observations ----------------------------------------------------------------------------

    def observe(self, by: str | Sequence[str] = (), value: str = "", weight: str = "") -> Observed:
        """A value of each row; without a name it is 1."""
        return Observed(self.codes(by), self.deals, (self._column(value, weight),))

    def observe_each(self, by: str | Sequence[str], columns: Mapping[str, str], weight: str = "") -> Observed:
        """Several values of each row; the last key says which, by the names given to the columns."""
        made = tuple(self._column(column, weight)._replace(key=key) for key, column in columns.items())
        return Observed(self.codes(by), self.deals, made, pl.String())

    def lift(self, by: str | Sequence[str]) -> Observed:
        """The share of the win of each row's seat, for a lift."""
        column = SumColumn(self.lookup("win_share", is_fixed=True), ONES, is_fixed=True)
        return Observed(self.codes(by), self.deals, (column,), cells=self.lookup("cell"))

    def _column(self, value: str, weight: str) -> SumColumn:
        is_fixed = bool(value) and self._column_of(value).dtype.is_float()
        values, weights = (self.lookup(name, is_fixed) if name else ONES for name in (value, weight))
        return SumColumn(values, weights, is_fixed)

    # ---- columns ---------------------------------------------------------------------------------

    def codes(self, by: str | Sequence[str]) -> Codes:
        names = (by,) if isinstance(by, str) else tuple(by)
        made: Codes = self._once(("codes", *names), lambda: codes_of([self.key(name) for name in names], len(self)))
        return made

    def key(self, name: str) -> Key:
        rows, at = self._owner(name)
        made: Key = rows._once(
            ("key", name), lambda: rows._keys[name] if name in rows._keys else key_of(rows._own(name))
        )
        return made.through(at)

    def lookup(self, name: str, is_fixed: bool = False) -> Lookup:
        """A column as whole numbers, of units if it is fixed."""
        rows, at = self._owner(name)
        made: Lookup = rows._once(("lookup", name, is_fixed), lambda: lookup_of(rows._own(name), is_fixed))
        return made if at is IN_PLACE else self._once(("lookup", name, is_fixed), lambda: made.through(at))

    def ints(self, name: str) -> Ints:
        made: Ints = self._once(("ints", name), lambda: self.lookup(name).dense())
        return made

    def places(self, name: str) -> Places:
        """A column of small numbers."""
        made: Places = self._once(("places", name), lambda: self.lookup(name).small())
        return made

    def is_so(self, name: str) -> NDArray[np.bool_]:
        rows, at = self._owner(name)
        is_so = rows._own(name).to_numpy()
        return is_so if at is IN_PLACE else is_so[at]

    def _owner(self, name: str) -> tuple[Rows, Places]:
        """The rows that have a column, and the place there of each of these."""
        if name in self._frame.columns or name in self._keys:
            return self, IN_PLACE
        for link in self._links:
            if name in link.rows:
                rows, at = link.rows._owner(name)
                made: Places = self._once(("at", rows), partial(through, at, link.at))
                return rows, made
        raise pl.exceptions.ColumnNotFoundError(name)

    def _own(self, name: str) -> pl.Series:
        column = self._frame[name]
        if column.null_count():
            raise ValueError(f"rows without {name}: leave them out")
        return column

    def _column_of(self, name: str) -> pl.Series:
        return self._owner(name)[0]._frame[name]

    def _once(self, what: tuple[object, ...], make: Callable[[], Any]) -> Any:
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]

    # ---- other rows ------------------------------------------------------------------------------

    def where(self, is_so: str | NDArray[np.bool_]) -> Rows:
        """Those for which a column, or what is given, is true.

        They are not cached here: they refer to these rows, and such a cycle would hold the memory of a batch until
        Python collects cycles.
        """
        at = np.flatnonzero(self.is_so(is_so) if isinstance(is_so, str) else is_so).astype(np.int32)
        return Rows(pl.DataFrame(), self.deals[at], [RowLink(self, at)])

    def with_columns(
        self, columns: Mapping[str, pl.Series | np.ndarray], keys: Mapping[str, Key] | None = None
    ) -> Rows:
        """The same rows with columns more, or keys."""
        return Rows(pl.DataFrame(dict(columns)), self.deals, [RowLink(self, IN_PLACE)], keys)
