"""Pieces of inline SVG, written by hand so that a page can find and restyle every part of a drawing."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import numpy as np
from numpy.typing import NDArray

from ttrsim.wording import visible


def closed_path(shapes: Iterable[NDArray[np.float64]], scale: float) -> str:
    """The `d` of closed shapes ([corner, x and y]), as steps from corner to corner: they take fewer letters."""
    text = ""
    for shape in shapes:
        corners = np.round(10 * scale * shape).astype(int)
        steps = "".join(f"l{_tenths(dx)} {_tenths(dy)}" for dx, dy in np.diff(corners, axis=0).tolist())
        x, y = corners[0].tolist()
        text += f"M{_tenths(x)} {_tenths(y)}{steps}z"
    return text


def _tenths(number: int) -> str:
    return f"{number / 10:g}"


def safe_text(text: str) -> str:
    """For the middle of a page: markup in it is text, and control characters are written out."""
    return escape(visible(text))
