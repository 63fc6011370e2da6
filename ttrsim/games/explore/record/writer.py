"""The events of a game, from its log; and the decisions that events tell of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.games.explore.engine import BLOCK_NUMBER
from ttrsim.games.explore.kernel import decisions, log
from ttrsim.games.explore.kernel.records import CHOOSE_BLOCK, DISCARD, DRAW, EXTRA, NO_KIND
from ttrsim.games.explore.record.events import RULES, WAYS, in_drawing_order
from ttrsim.machine.sets import numbers_in
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import Answer, RecordedGame
from ttrsim.play.table import LoggedGame

BOXES = ("red", "green", "blue", "cafes", "yellow", "grey", "total")
PRINTED = "printed board"  # where there is no notice

Row = list[int]  # kind, turn, seat and three numbers, as `kernel.log` describes them


def start_of(board: Board) -> Event:
    """What its start says besides what every record does."""
    return {"round": 0, "rules": RULES, "board": board.notice or PRINTED}


def events_of(board: Board, game: LoggedGame) -> Iterator[Event]:
    """The events of a game after its start."""
    yield from _played(board, game, game.events.tolist())
    for seat in range(len(game.bots)):
        yield _score(game, seat)
    yield _end(game)


# ---- what happened -------------------------------------------------------------------------------


def _played(board: Board, game: LoggedGame, rows: Iterable[Row]) -> Iterator[Event]:
    """The cards turned up in a round are one event; every other row is one of its own."""
    open_cards: list[int] = []
    for (kind, turn), group in groupby(rows, key=lambda row: (row[0], row[1])):
        when = {"turn": turn, "round": (turn - 1) // len(game.bots) + 1}
        together = list(group)
        if kind == log.REVEALED:
            open_cards = [card for _, _, _, card, _, _ in together]
            ids = [board.cards[card].id for card in open_cards]
            yield {"event": "reveal", **when, "player": together[0][2], "cards": ids}
            continue
        for _, _, seat, first, second, _ in together:
            if kind == log.DISCARDED:
                open_cards.remove(first)
                yield {"event": "discard", **when, "player": seat, "card": board.cards[first].id}
            elif kind == log.CHOSE:
                yield {"event": "block", **when, "player": seat, **_block(board, first, second, open_cards)}
            elif kind == log.DREW:
                yield {"event": "draw", **when, "player": seat, "segment": SEGMENT_NAMES[first], "how": WAYS[second]}
            else:
                yield {"event": "cafe", **when, "player": seat, **_cafe(board, first)}


def _block(board: Board, block: int, kind: int, action_cards: list[int]) -> Event:
    is_fallback = kind != int(NO_KIND)
    tourists = KINDS[kind] if is_fallback else "".join(board.cards[card].tourists for card in action_cards)
    return {"block": list(BLOCKS[block]), "tourists": _in_order(tourists), "fallback": is_fallback}


def _cafe(board: Board, crossing: int) -> Event:
    place = CROSSINGS[crossing]
    tourists = next(cafe.tourists for cafe in board.cafes if cafe.place == place)
    return {"crossing": list(place), "tourists": _in_order(tourists)}


def _in_order(tourists: str) -> str:
    return "".join(sorted(tourists, key=KINDS.index))


# ---- the end -------------------------------------------------------------------------------------


def _over(game: LoggedGame) -> Event:
    return {"turn": int(game.result["turns"]), "round": int(game.result["rounds"])}


def _score(game: LoggedGame, seat: int) -> Event:
    return {"event": "score", **_over(game), "player": seat, **score_of(game.result["seats"][seat])}


def score_of(result: Any) -> Event:
    """The score of a seat, box by box."""
    route = in_drawing_order(SEGMENT_NAMES[number] for number in numbers_in(*result["route"]))
    return {"route": route, **{box: int(result[box]) for box in BOXES}}


def _end(game: LoggedGame) -> Event:
    winners = [seat for seat in range(len(game.bots)) if game.result["seats"][seat]["wins"]]
    return {"event": "end", **_over(game), "winners": winners, "rounds": int(game.result["rounds"])}


# ---- which decisions the events of a record tell of ------------------------------------------------


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
            number = decisions.choose_block.py_func(*_place_and_kind(event))
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


def _place_and_kind(event: Event) -> tuple[int, int]:
    kind = KINDS.index(event["tourists"][0]) if event["fallback"] else int(NO_KIND)
    return BLOCK_NUMBER[(event["block"][0], event["block"][1])], kind
