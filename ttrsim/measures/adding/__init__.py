"""Adds up observations by deal, exactly: in whole numbers, so that neither order nor chunks change a digit.

Every sum is a whole number of units, kept as two whole numbers: `high` counts 2^32 units and `low` single ones.
`docs/decisions/exact-sums.md` says why. The compiled functions are in `rows.py`, which takes a while to load.
"""

UNIT_BITS = 26
UNITS = 15 << UNIT_BITS  # in 1, so that halves, thirds, quarters, fifths and sixths of a win are whole numbers of units
N_SUMS = 6  # deals, v, w, vv, vw, ww
DEALS, V, W, VV, VW, WW = range(N_SUMS)

IN_ORDER, OUT_OF_ORDER, TOO_LARGE = 0, 1, 2  # outcomes of adding
