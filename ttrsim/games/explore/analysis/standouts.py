"""What stands out in games of Explore New York: places, cards and boxes that hardly matter."""

from __future__ import annotations

from collections.abc import Iterator

from ttrsim.documents.report.standouts import hardly_ever, named_few
from ttrsim.games.explore.analysis.facts import BOX_NAMES, BOXES, ExploreFacts, block_names, cafe_names, card_names
from ttrsim.measures.measure import Measures


def standouts(measures: Measures, facts: ExploreFacts) -> Iterator[str]:
    board = facts.board
    things = (
        ("block_visited", "block", block_names(board), "Hardly any final route runs along {}"),
        ("cafe_visited", "cafe", cafe_names(board), "Hardly any final route reaches {}"),
        ("card_kept", "card", card_names(board), "Hardly anybody keeps {}"),
        ("box_scored", "box", {box: BOX_NAMES.get(box, box) for box in BOXES}, "Hardly anybody scores in the box {}"),
    )
    for metric, key, names, text in things:
        if dead := [names[thing] for thing in hardly_ever(measures.get(metric), key)]:
            yield f"{text.format(named_few(dead, len(names)))}: in less than 1 % of cases."
