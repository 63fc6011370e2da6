"""Figures of cards."""

from __future__ import annotations

from ttrsim.documents.document import Row, number_text
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, titled
from ttrsim.documents.report.figures.plots import SHARE, Unit, forest, new_figure, percent, row_height
from ttrsim.games.explore.analysis.controls.bounds import ACTION_CARDS


@figure
def card_differences(page: FigurePage) -> ReportFigure | None:
    """What goes with keeping a card, against discarding it."""
    rows = _cards(page, "score", "win")
    if len(rows) < 2:
        return None
    fig = new_figure(row_height(len(rows), 1.9))
    left, right = fig.subplots(1, 2, sharey=True)
    forest(left, rows, "score", "name", reference=0.0, unit=Unit("signed"))
    left.set_xlabel("mean score of all seats")
    forest(right, rows, "win", "name", reference=0.0, unit=Unit("signed_share"))
    right.set_xlabel("win share of the first player")
    percent(right, unit=" pp")
    best, worst = rows[0], rows[-1]
    title = titled(
        fig,
        f"Rounds with {best['name']} kept go with {number_text(best['score'], 'signed')} points for all, with "
        f"{worst['name']} kept {number_text(worst['score'], 'signed')} (adjusted, seen in play; 95 % intervals)",
    )
    return ReportFigure(fig, title, f"Two forest plots of cards, from {best['name']} to {worst['name']}.")


@figure
def cards_kept(page: FigurePage) -> ReportFigure | None:
    """How often a card is kept when it is turned up."""
    rows = sorted(_cards(page, "kept"), key=lambda row: -row["kept"])
    if len(rows) < 2:
        return None
    fig = new_figure(row_height(len(rows), 1.5))
    ax = fig.add_subplot()
    forest(ax, rows, "kept", "name", reference=ACTION_CARDS / page.board.parameters.cards_per_round, unit=SHARE)
    percent(ax)
    ax.set_xlabel("share of the times it is kept (95 % interval); the line: as by chance")
    most, least = rows[0], rows[-1]
    title = titled(
        fig,
        f"{most['name']} is kept {most['kept']:.0%} of the times it is turned up, {least['name']} {least['kept']:.0%}",
    )
    return ReportFigure(fig, title, f"Ranking of cards from {most['name']} to {least['name']}.")


def _cards(page: FigurePage, *keys: str) -> list[Row]:
    rows = page.tables["cards"].rows if "cards" in page.tables else []
    return [row for row in rows if all(row.get(key) is not None for key in keys)]
