"""Judges game records of Explore New York by the rules.

A record is played again in the oracle's game, which must produce the very same lines; the final route is
checked to be one line of drawn connections, its boxes are counted, and no trail may score more. Usage, for
a file of many games:

    python -m tests.games.explore.oracle.referee BOARD.json RECORD.jsonl
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.games.explore.oracle.game import Decision, Event, Foul, Game, check
from tests.games.explore.oracle.trails import Scorer, best_points, is_trail

START_FIELDS = {
    "event",
    "turn",
    "round",
    "format",
    "rules",
    "map",
    "board",
    "players",
    "bots",
    "seed",
    "game",
}
BOXES = ("red", "green", "blue", "cafes", "yellow", "grey")


def referee(lines: Iterable[str], board: Mapping[str, Any]) -> list[str]:
    """The fouls of one game record, each with its line number; empty for a clean game."""
    try:
        events = [json.loads(line) for line in lines]
    except json.JSONDecodeError as error:
        return [f"not JSON: {error}"]
    if not all(isinstance(event, dict) and "event" in event for event in events) or not events:
        return ["not a list of events"]
    judge = Judge(events, board)
    try:
        judge.judge()
    except Foul as foul:
        return [f"line {judge.line + 1}: {foul}"]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        return [f"line {judge.line + 1}: malformed event: {error!r}"]
    return []


class Judge:
    def __init__(self, events: list[Event], board: Mapping[str, Any]) -> None:
        self.events, self.board = events, board
        self.line = 0  # of the event that is judged, from 0

    def judge(self) -> None:
        self.check_start(self.events[0])
        cards = self.cards_turned_up()
        n_players = self.events[0]["players"]
        game = Game(self.board, n_players, lambda: next_recorded(cards))
        self.line = 1
        n_compared = 0
        while True:
            for expected in game.events[n_compared:]:
                self.check_next(expected)
            n_compared = len(game.events)
            if game.question == "over":
                break
            game.apply(self.decision(game))
        self.check_end(game)

    def next_event(self, ahead: int = 0) -> Event:
        check(self.line + ahead < len(self.events), "the record stops here")
        return self.events[self.line + ahead]

    def check_next(self, expected: Event) -> None:
        event = self.next_event()
        check(event == expected, f"{event} should be {expected}")
        self.line += 1

    def check_start(self, start: Event) -> None:
        check(start["event"] == "start" and start.keys() == START_FIELDS, f"start has the fields {START_FIELDS}")
        known = (start["turn"], start["round"], start["format"], start["rules"], start["map"])
        check(known == (0, 0, 1, "explore", self.board["name"]), "another format, game or map")
        rows = [*self.board["blocks"], *self.board["cafes"], *self.board["cards"]]
        bases = {value for row in rows for key, value in row.items() if key.endswith("basis")}
        is_stand_in = not bases <= {"board", "card"}
        check(("stand-in board" in start["board"]) == is_stand_in, "the notice on the board is wrong")
        low, high = self.board["parameters"]["min_players"], self.board["parameters"]["max_players"]
        check(low <= start["players"] <= high and len(start["bots"]) == start["players"], "wrong number of players")

    def cards_turned_up(self) -> Iterator[str]:
        for event in self.events:
            if event["event"] == "reveal":
                yield from event["cards"]

    def decision(self, game: Game) -> Decision:
        """The decision that the next lines tell of."""
        event = self.next_event()
        if game.question == "discard":
            return ("discard", event["card"])
        if game.question == "block":
            check(isinstance(event["fallback"], bool), "fallback is true or false")
            return ("block", tuple(event["block"]), event["tourists"] if event["fallback"] else None)
        if event["how"] != "joined":
            return ("single", event["segment"])
        ahead = 1
        while self.next_event(ahead)["event"] == "cafe":
            ahead += 1
        return ("joined", event["segment"], self.next_event(ahead)["segment"])

    def check_end(self, game: Game) -> None:
        over = {"turn": game.turn, "round": game.round}
        totals = []
        for seat in range(game.n_players):
            event = self.next_event()
            self.check_route(event["route"], game, seat)
            boxes = Scorer(self.board, game.maps[seat].tourists).boxes(event["route"])
            totals.append(sum(boxes.values()))
            score = {"event": "score", **over, "player": seat, "route": event["route"], **boxes, "total": totals[-1]}
            self.check_next(score)
        winners = [seat for seat, total in enumerate(totals) if total == max(totals)]
        self.check_next({"event": "end", **over, "winners": winners, "rounds": game.n_rounds})
        check(self.line == len(self.events), "lines after the end")

    def check_route(self, route: list[str], game: Game, seat: int) -> None:
        map_ = game.maps[seat]
        check(set(route) <= set(map_.drawn), "the route has a connection that is not drawn")
        check(is_trail(route), "the route is no single line")
        points = Scorer(self.board, map_.tourists).points(route)
        check(points == best_points(self.board, map_.drawn, map_.tourists), "another route scores more")


def next_recorded(cards: Iterator[str]) -> str:
    card = next(cards, None)
    check(card is not None, "a card must be turned up here, but the record has no more of them")
    return card


def games(lines: Iterable[str]) -> Iterator[list[str]]:
    """The games of a file."""
    game: list[str] = []
    for line in lines:
        game.append(line)
        if json.loads(line)["event"] == "end":
            yield game
            game = []
    if game:
        yield game


def main(board_path: str, record_path: str) -> int:
    board = json.loads(Path(board_path).read_text(encoding="utf-8"))
    n_games = n_fouls = 0
    for number, lines in enumerate(games(Path(record_path).read_text(encoding="utf-8").splitlines())):
        fouls = referee(lines, board)
        for foul in fouls:
            print(f"game {number}: {foul}")
        n_games, n_fouls = n_games + 1, n_fouls + len(fouls)
    print(f"{n_games} games, {n_fouls} fouls")
    return int(n_fouls > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
