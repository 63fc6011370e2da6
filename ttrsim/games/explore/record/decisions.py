"""Which decisions the events of a record tell of."""

from __future__ import annotations

from collections.abc import Iterator

from ttrsim.games.explore.board.geometry import SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS
from ttrsim.games.explore.engine import BLOCK_NUMBER
from ttrsim.games.explore.kernel import decisions
from ttrsim.games.explore.kernel.records import CHOOSE_BLOCK, DISCARD, DRAW, EXTRA, NO_KIND
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import Answer, RecordedGame


def answers_of(game: RecordedGame) -> Iterator[Answer]:
    open_cards: list[str] = []
    first: int | None = None  # of two joined connections
    for line, event in game.events:
        kind, question = event["event"], CHOOSE_BLOCK
        if kind == "reveal":
            open_cards = list(event["cards"])
            continue
        if kind == "discard":
            question, number = DISCARD, _discard(game, line, event, open_cards)
        elif kind == "block":
            number = decisions.choose_block.py_func(*_block(event))
        elif kind == "draw":
            question = EXTRA if event["how"] == "extra" else DRAW
            segment = SEGMENT_NAMES.index(event["segment"])
            if event["how"] == "joined" and first is None:
                first = segment
                continue
            number = decisions.draw_single.py_func(segment)
            if first is not None:
                number, first = decisions.draw_joined.py_func(first, segment), None
        else:
            continue
        yield Answer(line, event["turn"], int(question), int(number))


def _discard(game: RecordedGame, line: int, event: Event, open_cards: list[str]) -> int:
    if event["card"] not in open_cards:
        raise game.error(line, f"card {event['card']} is discarded, but is not open")
    place = open_cards.index(event["card"])
    open_cards.pop(place)
    return int(decisions.discard.py_func(place))


def _block(event: Event) -> tuple[int, int]:
    kind = KINDS.index(event["tourists"][0]) if event["fallback"] else int(NO_KIND)
    return BLOCK_NUMBER[(event["block"][0], event["block"][1])], kind
