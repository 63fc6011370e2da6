"""The live map of a report: blocks, cafés and roads on the drawn board."""

from __future__ import annotations

from ttrsim.documents.report.atlas import Atlas, AtlasPlace, Measure
from ttrsim.files.svg import closed_path, safe_text
from ttrsim.games.explore.analysis.facts import block_names, cafe_names
from ttrsim.games.explore.board.geometry import SEGMENTS, SIZE, Segment
from ttrsim.games.explore.board.model import Board
from ttrsim.games.explore.board.shapes import CAFE, MARGIN, block_middle, block_outline, road_line

SCALE = 100.0  # units of the SVG to a block
MEASURES = (
    Measure("blocks", "visited", "blocks visited, share of final routes"),
    Measure("blocks", "chosen", "blocks chosen for tourists, share of maps"),
    Measure("blocks", "lift", "lift of blocks: how often visitors win", reference=1.0),
    Measure("blocks", "score", "mean score of those who visit a block"),
    Measure("cafes", "visited", "cafés visited, share of final routes"),
    Measure("cafes", "lift", "lift of cafés: how often visitors win", reference=1.0),
    Measure("roads", "used", "roads taken, share of final routes"),
)
NEAR = {"block": "Roads along it", "cafe": "Roads to it", "road": "Blocks beside it, cafés on it"}


def atlas(board: Board) -> Atlas:
    return Atlas(_drawing(board), (*_blocks(board), *_cafes(board), *_roads(board)), MEASURES, NEAR)


def _blocks(board: Board) -> list[AtlasPlace]:
    names = block_names(board)
    return [
        AtlasPlace(
            f"b{block.x}{block.y}",
            "block",
            f"{block.x}{block.y}",
            names[f"{block.x}{block.y}"],
            f"{block.type} block",
            tuple(f"e{segment.name}" for segment in SEGMENTS if block.place in segment.blocks),
        )
        for block in board.blocks
    ]


def _cafes(board: Board) -> list[AtlasPlace]:
    names = cafe_names(board)
    return [
        AtlasPlace(
            f"k{cafe.x}{cafe.y}",
            "cafe",
            f"{cafe.x}{cafe.y}",
            names[f"{cafe.x}{cafe.y}"],
            "café",
            tuple(f"e{segment.name}" for segment in SEGMENTS if cafe.place in (segment.a, segment.b)),
        )
        for cafe in board.cafes
    ]


def _roads(board: Board) -> list[AtlasPlace]:
    return [
        AtlasPlace(f"e{each.name}", "road", each.name, each.name, "road", _beside(board, each)) for each in SEGMENTS
    ]


def _beside(board: Board, segment: Segment) -> tuple[str, ...]:
    blocks = [f"b{x}{y}" for x, y in segment.blocks]
    cafes = [f"k{cafe.x}{cafe.y}" for cafe in board.cafes if cafe.place in (segment.a, segment.b)]
    return (*blocks, *cafes)


# ---- the drawing ---------------------------------------------------------------------------------


def _drawing(board: Board) -> str:
    low, size = -SCALE * MARGIN, SCALE * (SIZE + 2 * MARGIN)
    parts = [f'<rect class="land" x="{low:g}" y="{low:g}" width="{size:g}" height="{size:g}"/>']
    for block in board.blocks:
        shape = f'<path d="{closed_path([block_outline(block.place)], SCALE)}"/>'
        x, y = (SCALE * value for value in block_middle(block.place))
        words = _lines(block.name, x, y)
        parts.append(f'<g class="block" data-key="b{block.x}{block.y}">{shape}{words}</g>')
    for segment in SEGMENTS:
        parts.append(f'<g class="road" data-key="e{segment.name}"><path d="{_line(segment)}"/></g>')
    for cafe in board.cafes:
        circle = f'<circle cx="{SCALE * cafe.x:g}" cy="{SCALE * cafe.y:g}" r="{SCALE * CAFE:g}"/>'
        parts.append(f'<g class="cafe" data-key="k{cafe.x}{cafe.y}">{circle}</g>')
    view = f"{low:g} {low:g} {size:g} {size:g}"
    label = safe_text(f"Map of {board.title}")
    return f'<svg class="map grid" viewBox="{view}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _lines(name: str, x: float, y: float) -> str:
    """A name of few words, a line each."""
    words = name.split()
    top = y - 6.5 * (len(words) - 1) + 4
    spans = (f'<tspan x="{x:.0f}" y="{top + 13 * at:.0f}">{safe_text(word)}</tspan>' for at, word in enumerate(words))
    return f'<text class="name" font-size="12">{"".join(spans)}</text>' if words else ""


def _line(segment: Segment) -> str:
    (x, y), *others = (SCALE * road_line(segment)).round(1).tolist()
    return f"M{x:g} {y:g}" + "".join(f"L{x:g} {y:g}" for x, y in others)
