"""The win matrix as a picture."""

from __future__ import annotations

import io

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from ttrsim.files.images import show_names_as_they_are
from ttrsim.studies.tournament.ladder import Ladder

COLOURS = "PuOr"  # safe for colour-blind readers; white is a fair share
CELL = 0.62  # inches
MARGIN = 2.6
DARK = 0.42  # of the scale, half of it from either end: there the text is white


def heat_map(ladder: Ladder, dpi: int = 150) -> bytes:
    """A PNG: rows win against columns, in percent, with half the interval's width below."""
    n = len(ladder.bots)
    fair = 1 / ladder.n_players
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
    show_names_as_they_are(figure)
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=dpi)
    return image.getvalue()


def _title(ladder: Ladder) -> str:
    fair = f"{100 / ladder.n_players:.0f} % is a fair share"
    title = f"{ladder.board}, {ladder.n_players} players\n{ladder.n_deals:,} deals a line-up; {fair}"
    return f"{title}\n{ladder.notice}" if ladder.notice else title


def _shares(ladder: Ladder) -> np.ndarray:
    shares = np.full((len(ladder.bots), len(ladder.bots)), np.nan)
    for row, bot in enumerate(ladder.bots):
        for column, opponent in enumerate(ladder.bots):
            if meeting := ladder.meetings.get((bot, opponent)):
                shares[row, column] = meeting.win_share.value
    return shares


def _annotate(axes: object, ladder: Ladder, norm: TwoSlopeNorm) -> None:
    for row, bot in enumerate(ladder.bots):
        for column, opponent in enumerate(ladder.bots):
            if meeting := ladder.meetings.get((bot, opponent)):
                share, low, high = meeting.win_share
                is_dark = not DARK / 2 < norm(share) < 1 - DARK / 2
                text = f"{100 * share:.0f}\n±{50 * (high - low):.1f}"
                colour = "white" if is_dark else "black"
                axes.text(column, row, text, ha="center", va="center", fontsize=8, color=colour)  # type: ignore[attr-defined]
