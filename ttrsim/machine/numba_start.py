"""Lets Numba start without SciPy's linear algebra: 0.2 s of every start, for functions that no kernel calls.

Numba looks whether there is a BLAS by importing it. Here it is told that SciPy is installed, and imports it when it
compiles a function that needs it, as it does anyway.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from numba.np import linalg


def look_for_blas_only() -> None:
    if "numba.np.arraymath" in sys.modules or find_spec("scipy") is None:
        return
    import_blas = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = import_blas
    arraymath.ensure_blas = import_blas
