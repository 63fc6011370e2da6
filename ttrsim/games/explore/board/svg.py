"""The maps as SVG for the middle of a page: one for each seat, on which the page draws roads, cafés and tourists.

What changes has a key with the seat's number first: `m0-H12` is a road, `m0-k33` a café and `m0-b25-R` the tourists
of a kind in a block.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ttrsim.files.svg import closed_path, safe_text
from ttrsim.games.explore.board.draw import SHADES, SHAPES, TYPE_OF, sign_corners
from ttrsim.games.explore.board.geometry import SEGMENTS, SIZE, Segment
from ttrsim.games.explore.board.model import KINDS, Block, Board, Cafe
from ttrsim.games.explore.board.shapes import CAFE, FILLS, MARGIN, block_middle, block_outline, road_line

SCALE = 100.0  # units of the SVG to a block
SIGNS = {"R": "●", "G": "■", "B": "▲"}  # of tourists
STYLE = (
    """
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .6rem; }
.maps figure { margin: 0; }
.maps figcaption { font-weight: 600; }
.map .block { stroke: #ffffff; stroke-width: 1.5; }
.map .street { fill: none; stroke: var(--frame); stroke-width: 2.5; stroke-dasharray: 6 5; }
.map .road { fill: none; display: none; stroke: var(--fill); stroke-width: 9; stroke-linecap: round; }
.map .road[data-state] { display: inline; }
.map .road[data-state~="route"] { stroke-width: 16; }
.map .place { fill: #ffffff; stroke: #2b2620; stroke-width: 2; }
.map .cafe { fill: none; display: none; stroke: var(--fill); stroke-width: 9; }
.map .cafe[data-state] { display: inline; }
.map .tourists { font-weight: 700; text-anchor: middle; stroke: #ffffff; stroke-width: 6; paint-order: stroke; }
"""
    + "\n".join(f".map .{kind} {{ fill: {SHADES[TYPE_OF[kind]]}; }}" for kind in KINDS)
    + "\n"
)


def maps_html(board: Board, names: Sequence[str]) -> str:
    """A map for each seat."""
    return f'<div class="maps">{"".join(_map(board, seat, name) for seat, name in enumerate(names))}</div>'


def _map(board: Board, seat: int, name: str) -> str:
    low, size = -SCALE * MARGIN, SCALE * (SIZE + 2 * MARGIN)
    parts = [_grid(board)] if seat == 0 else []
    parts.append('<use href="#grid"/>')
    parts += [f'<path class="road" data-key="m{seat}-{each.name}" d="{_line(each)}"/>' for each in SEGMENTS]
    parts += [_reached(seat, cafe) for cafe in board.cafes]
    parts += [_tourists(seat, block) for block in board.blocks]
    label = safe_text(f"Map of seat {seat} {name}. The log says what is on it.")
    return (
        f'<figure><figcaption><span class="seat s{seat}">{seat}</span> {safe_text(name)}</figcaption>'
        f'<svg class="map" viewBox="{low:g} {low:g} {size:g} {size:g}" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg></figure>"
    )


# ---- what all maps have --------------------------------------------------------------------------


def _grid(board: Board) -> str:
    low, size = SCALE * (0.05 - MARGIN), SCALE * (SIZE + 2 * MARGIN - 0.1)
    parts = [f'<rect class="land" x="{low:g}" y="{low:g}" width="{size:g}" height="{size:g}"/>']
    for number in range(1, SIZE + 1):
        at = SCALE * (number - 0.5)
        parts += [_number(number, at, -0.22 * SCALE), _number(number, -0.3 * SCALE, at + 8)]
    parts += [f'<path class="street" d="{_line(segment)}"/>' for segment in SEGMENTS]
    parts += [_block(block) for block in board.blocks]
    parts += [_cafe(cafe) for cafe in board.cafes]
    return f'<defs><g id="grid" class="map">{"".join(parts)}</g></defs>'


def _number(number: int, x: float, y: float) -> str:
    return f'<text class="name" x="{x:g}" y="{y:g}" font-size="20">{number}</text>'


def _block(block: Block) -> str:
    outline = closed_path([block_outline(block.place)[::3]], SCALE)
    x, y = block_middle(block.place)
    title = f"({block.x},{block.y}) {block.name or 'no name'}, {block.type}"
    shape = f'<path class="block" fill="{FILLS[block.type]}" d="{outline}"/>'
    return f"<g><title>{safe_text(title)}</title>{shape}{_sign(block.type, x, y - 0.3)}</g>"


def _sign(type_: str, x: float, y: float) -> str:
    """A shape as well as a colour, so that nothing hangs on colour alone."""
    radius = 0.07
    if type_ not in SHADES:
        return ""
    if type_ not in SHAPES:
        circle = f'cx="{SCALE * x:.1f}" cy="{SCALE * y:.1f}" r="{0.9 * SCALE * radius:.1f}"'
        return f'<circle {circle} fill="{SHADES[type_]}"/>'
    return f'<path fill="{SHADES[type_]}" d="{closed_path([sign_corners(SHAPES[type_], x, y, radius)], SCALE)}"/>'


def _cafe(cafe: Cafe) -> str:
    x, y = SCALE * cafe.x, SCALE * cafe.y
    spans = "".join(f'<tspan class="{kind}">{SIGNS[kind]}</tspan>' for kind in cafe.tourists)
    text = f'<text class="tourists" x="{x:g}" y="{y + 5:g}" font-size="15">{spans}</text>'
    circle = f'<circle class="place" cx="{x:g}" cy="{y:g}" r="{SCALE * CAFE:g}"/>'
    return f"<g><title>café ({cafe.x},{cafe.y}): {safe_text(cafe.tourists)}</title>{circle}{text}</g>"


# ---- what a seat draws ---------------------------------------------------------------------------


def _line(segment: Segment) -> str:
    first, *others = np.round(SCALE * road_line(segment)[:: 4 if segment.name.startswith("C") else 1], 1).tolist()
    return f"M{first[0]:g} {first[1]:g}" + "".join(f"L{x:g} {y:g}" for x, y in others)


def _reached(seat: int, cafe: Cafe) -> str:
    at = f'cx="{SCALE * cafe.x:g}" cy="{SCALE * cafe.y:g}" r="{SCALE * CAFE + 5:g}"'
    return f'<circle class="cafe" data-key="m{seat}-k{cafe.x}{cafe.y}" {at}/>'


def _tourists(seat: int, block: Block) -> str:
    x, y = block_middle(block.place)
    key = f"m{seat}-b{block.x}{block.y}"
    spans = "".join(f'<tspan class="{kind}" data-text="{key}-{kind}"></tspan>' for kind in KINDS)
    return f'<text class="tourists" x="{SCALE * x:.0f}" y="{SCALE * y + 22:.0f}" font-size="19">{spans}</text>'
