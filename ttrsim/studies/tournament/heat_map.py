"""The win matrix as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from ttrsim.documents.document import cell_text
from ttrsim.files.images import image_bytes
from ttrsim.stats.intervals import Estimate

if TYPE_CHECKING:
    from ttrsim.studies.tournament.ladder import Ladder

COLOURS = "PuOr"  # safe for colour-blind readers; white is a fair share
CELL = 0.62  # inches
MARGIN = 2.6
DARK = 0.42  # of the scale, half of it from either end: there the text is white


def heat_map(ladder: Ladder, dpi: int = 150) -> bytes:
    """A PNG: rows win against columns, in percent, with their intervals below."""
    n = len(ladder.bots)
    fair = 1 / ladder.players
    figure = Figure(figsize=(MARGIN + CELL * n, MARGIN + CELL * n), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    norm = TwoSlopeNorm(fair, 0, 1)
    axes.imshow(_shares(ladder), cmap=COLOURS, norm=norm)
    _annotate(axes, ladder, norm)
    axes.set_xticks(range(n), ladder.bots, rotation=45, ha="right")
    axes.set_yticks(range(n), ladder.bots)
    axes.set_xlabel("opponent at the table")
    axes.set_ylabel("wins, %")
    axes.set_title(_title(ladder), fontsize=9)
    axes.spines[:].set_visible(False)
    return image_bytes(figure, "png", dpi)


def _title(ladder: Ladder) -> str:
    fair = f"{100 / ladder.players:.0f} % is a fair share"
    title = f"{ladder.board}, {ladder.players} players\n{ladder.deals:,} deals a line-up; {fair}"
    return f"{title}\n{ladder.notice}" if ladder.notice else title


def _shares(ladder: Ladder) -> np.ndarray:
    shares = np.full((len(ladder.bots), len(ladder.bots)), np.nan)
    for row, column, share in _cells(ladder):
        shares[row, column] = share.value
    return shares


def _annotate(axes: Axes, ladder: Ladder, norm: TwoSlopeNorm) -> None:
    for row, column, share in _cells(ladder):
        is_dark = not DARK / 2 < norm(share.value) < 1 - DARK / 2
        text = f"{100 * share.value:.0f}\n{cell_text(share, 'ends')}"
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if is_dark else "black")


def _cells(ladder: Ladder) -> Iterator[tuple[int, int, Estimate]]:
    for meeting in ladder.meetings:
        yield ladder.bots.index(meeting.bot), ladder.bots.index(meeting.opponent), meeting.win_share
