"""The analysis of a game as a page: the curve, the tables, and the board at each decision that was marked."""

from __future__ import annotations

from matplotlib.figure import Figure

from ttrsim.decisions.analysis import Analysis
from ttrsim.decisions.page import Block
from ttrsim.files.images import image_bytes

SEATS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#333333")
DPI = 90
BOARD_DPI = 60
MAX_BOARDS = 20


def blocks_of(analysis: Analysis, has_pictures: bool) -> list[Block]:
    players, mattered, luck = analysis.sheets()
    curve = curve_image(analysis) if has_pictures else None
    blocks = [
        Block(
            "Chance to win after every turn", picture=curve, caption="Win share of each seat, everybody's cards known"
        ),
        Block("Players", sheet=players),
        Block("The decisions that mattered most", sheet=mattered),
        Block("Luck", sheet=luck),
    ]
    if has_pictures:
        return blocks + boards_of(analysis)
    return blocks[1:]


def curve_image(analysis: Analysis) -> bytes:
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    axes = figure.add_subplot()
    turns = [turn for turn, _ in analysis.curve]
    for seat in range(analysis.n_seats):
        shares = [100 * value[seat] for _, value in analysis.curve]
        name = f"seat {seat} {analysis.game.start['bots'][seat]}"
        axes.plot(turns, shares, color=SEATS[seat % len(SEATS)], linewidth=1.6, label=name)
    for place, label in enumerate(analysis.labels):
        if label in ("mistake", "blunder"):
            each = analysis.judged[place]
            marker, colour = "v" if label == "blunder" else ".", SEATS[each.seat % len(SEATS)]
            axes.plot(max(each.turn - 1, 0), 100 * each.value[each.seat], linestyle="", marker=marker, color=colour)
    axes.set(xlabel="after turn", ylabel="win share, %", ylim=(0, 100))
    axes.legend(frameon=False, fontsize=8)
    return image_bytes(figure, "png", DPI)


def boards_of(analysis: Analysis) -> list[Block]:
    """The table as the deciding seat saw it, at each decision that has a name."""
    marked = [place for place, label in enumerate(analysis.labels) if label]
    marked = sorted(marked, key=lambda place: analysis.judged[place].loss, reverse=True)[:MAX_BOARDS]
    blocks = []
    for place in sorted(marked):
        each, (position, _) = analysis.judged[place], analysis.steps[place]
        view = position.view(each.seat)
        picture = position.game.positions.draw(position.board, view, "png", BOARD_DPI)
        loss = analysis.loss(place)
        text = (
            f"Played: {each.played}. Better: {each.best}. Loss {100 * loss.value:.1f} ({100 * loss.low:.1f} … "
            f"{100 * loss.high:.1f}) percentage points, n = {each.n:,}."
        )
        heading = f"Turn {each.turn}, seat {each.seat}: {analysis.labels[place]}"
        blocks.append(
            Block(heading, (text,), picture=picture, caption=f"What seat {each.seat} saw in turn {each.turn}")
        )
    return blocks
