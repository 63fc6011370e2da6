"""Names in a scatter cover no dot, no interval and no other name."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from ttrsim.documents.report.figures import styled
from ttrsim.documents.report.figures.names import name_dots
from ttrsim.documents.report.figures.plots import new_figure

N_DOTS, NAMED = 40, 8


def test_names_cover_nothing() -> None:
    stream = np.random.default_rng(3)
    x, y = stream.uniform(0, 10, N_DOTS), stream.uniform(0, 30, N_DOTS)
    arms = stream.uniform(0.5, 2.5, N_DOTS)
    names = {number: f"Constantinople–City {number}" for number in range(NAMED)}
    with styled():
        made = new_figure(6.4)
        ax = made.add_subplot()
        ax.errorbar(x, y, yerr=arms, fmt="o", markersize=5)
        name_dots(ax, x, y, y - arms, y + arms, names)
        made.draw_without_rendering()
        written = [text for text in ax.texts if isinstance(text, Annotation)]
        boxes = [Text.get_window_extent(text) for text in written]  # of the words alone, without the line to the dot
    assert sorted(text.get_text() for text in written) == sorted(names.values())
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    for place, low, high in zip(x, y - arms, y + arms, strict=True):
        bar = Bbox(ax.transData.transform([(place, low), (place, high)])).padded(2)
        assert not any(box.overlaps(bar) for box in boxes)
    frame = ax.get_window_extent()
    assert all(frame.x0 <= box.x0 and box.x1 <= frame.x1 for box in boxes)
