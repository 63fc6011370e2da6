"""Judge game records by the printed rules.

A record is judged twice: by the ledger, which only keeps the books, and by a replay in the oracle's game,
which must produce the very same lines. Usage, for a file of many games:

    python -m tests.games.trains.oracle.referee BOARD.json RECORD.jsonl
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.game import Foul, Game, check
from tests.games.trains.oracle.ledger import check_books
from tests.games.trains.oracle.payments import WILD, bag
from tests.games.trains.oracle.table import Decision, Restriction

Event = dict[str, Any]
CHOSEN_AT_THE_END = ("borrowed", "completed", "failed", "ends")  # several best choices may exist (E4)


def referee(lines: Iterable[str], board: Mapping[str, Any]) -> list[str]:
    """The fouls of one game record, each with its line number; empty for a clean game."""
    events: list[Event] = []
    for number, line in enumerate(lines, start=1):
        try:
            event = json.loads(line)
        except json.JSONDecodeError as error:
            return [f"line {number}: not JSON: {error}"]
        if not isinstance(event, dict) or not isinstance(event.get("event"), str) or "turn" not in event:
            return [f"line {number}: not an event with a turn"]
        events.append(event)
    if not events:
        return ["line 1: the record is empty"]
    start, played = events[0], events[1:]
    fouls = check_start(start, board)
    if fouls:
        return [f"line 1: {foul}" for foul in fouls]
    n_players = start["players"]
    restrictions = restrictions_of(start)
    found = [*check_books(played, board, n_players), *replay(played, board, n_players, restrictions)]
    return [f"line {index + 2}: {message}" for index, message in sorted(found)]


def check_start(start: Event, board: Mapping[str, Any]) -> list[str]:
    fouls = []
    fields = {"event", "turn", "format", "map", "players", "bots", "seed", "game"}
    if start["event"] != "start" or start.keys() - {"restrictions"} != fields:
        return [f"the start line must have exactly the fields {sorted(fields)}, and restrictions where there are any"]
    if (start["turn"], start["format"], start["map"]) != (0, 1, board["name"]):
        fouls.append(f"turn, format and map must be 0, 1 and {board['name']!r}")
    rules = board["parameters"]
    players = start["players"]
    if not isinstance(players, int) or not rules["min_players"] <= players <= rules["max_players"]:
        fouls.append(f"the board is for {rules['min_players']} to {rules['max_players']} players")
    elif not isinstance(start["bots"], list) or len(start["bots"]) != players:
        fouls.append("one bot per player is needed")
    elif any(entry["player"] not in range(players) for entry in start.get("restrictions", ())):
        fouls.append("a restriction of nobody")
    return fouls


def restrictions_of(start: Event) -> list[Restriction]:
    """By seat."""
    by_seat: list[Restriction] = [{} for _ in range(start["players"])]
    for entry in start.get("restrictions", ()):
        by_seat[entry["player"]] = {key: value for key, value in entry.items() if key != "player"}
    return by_seat


# ---------------------------------------------------------------------- the replay


def replay(
    recorded: list[Event], board: Mapping[str, Any], n_players: int, restrictions: Sequence[Restriction] = ()
) -> list[tuple[int, str]]:
    """Play the record again in the oracle; (index, message) of the first line that differs, if any."""
    compared = 0
    try:
        cards = cards_from_pile(recorded)
        piles = ticket_piles(recorded, board)
        game = Game(board, n_players, lambda: next_recorded(cards), *piles, restrictions)
        while True:
            if difference := first_difference(recorded, game, compared):
                return [difference]
            compared = len(game.events)
            if game.question == "over":
                break
            try:
                check(compared < len(recorded), f"the record stops before an answer to {game.question!r}")
                game.apply(decision_of(next_answer(recorded, compared), game))
            except Foul as foul:
                return [first_difference(recorded, game, compared) or (len(game.events), str(foul))]
    except Foul as foul:  # in the set-up
        return [(0, str(foul))]
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        return [(compared, f"malformed event: {error!r}")]
    return [(compared, "lines after the end")] if compared < len(recorded) else []


def first_difference(recorded: list[Event], game: Game, start: int) -> tuple[int, str] | None:
    """(index, message) of the first recorded line from `start` on that is not what the game produced."""
    for index in range(start, len(game.events)):
        try:
            check(index < len(recorded), f"the record stops before {game.events[index]}")
            check_same(recorded[index], game.events[index], game)
        except Foul as foul:
            return index, str(foul)
    return None


def cards_from_pile(recorded: list[Event]) -> Iterator[str]:
    """The cards in the order in which they left the draw pile."""
    for event in recorded:
        if event["event"] == "hand":
            yield from event["cards"]
        elif event["event"] in ("refill", "reveal") or (event["event"] == "draw" and event["from"] == "pile"):
            yield event["card"]


def next_recorded(cards: Iterator[str]) -> str:
    card = next(cards, None)
    check(card is not None, "a card must leave the pile here, but the record has no more of them")
    return str(card)


def ticket_piles(recorded: list[Event], board: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The long and the short tickets, top first: both are dealt in the order of their first offer."""
    offered = [ticket for event in recorded if event["event"] == "tickets" for ticket in event["offered"]]
    is_long = {ticket["id"]: ticket["long"] for ticket in board["tickets"]}
    order = [ticket for ticket in dict.fromkeys([*offered, *is_long]) if ticket in is_long]
    return [t for t in order if is_long[t]], [t for t in order if not is_long[t]]


def next_answer(recorded: list[Event], index: int) -> Event:
    """The line that shows the next decision; a card drawn blind may need a reshuffle before it (M4)."""
    has_next = recorded[index]["event"] == "reshuffle" and index + 1 < len(recorded)
    return recorded[index + 1] if has_next else recorded[index]


def decision_of(event: Event, game: Game) -> Decision:
    """The decision that must have led to this event."""
    kind = event["event"]
    expected = {
        "keep": {"tickets"},
        "action": {"draw", "claim", "tunnel", "station", "tickets"},
        "second_card": {"draw"},
        "tunnel": {"tunnel_end"},
    }[game.question]
    check(kind in expected, f"seat {game.asked} is asked for {game.question!r}, but {kind!r} follows")
    check(event["player"] == game.asked, f"seat {game.asked} is asked for {game.question!r}")
    match kind:
        case "tickets":
            return ("tickets",) if game.question == "action" else ("keep", tuple(event["kept"]))
        case "draw":
            return ("draw", "pile" if event["from"] == "pile" else event["slot"])
        case "station":
            return ("station", event["city"], *colour_and_wilds(event["cards"]))
        case "tunnel_end":
            return ("pay", event["paid"].get(WILD, 0)) if event["claimed"] else ("decline",)
    if sum(event["cards"].values()) > game.routes[event["route"]]["length"]:
        return ("claim", event["route"], bag(event["cards"]))  # NC3, NC4
    return ("claim", event["route"], *colour_and_wilds(event["cards"]))


def colour_and_wilds(cards: Mapping[str, int]) -> tuple[str, int]:
    colours = [colour for colour in cards if colour != WILD]
    check(len(colours) <= 1, "cards of two colours")  # C1
    return (colours[0] if colours else WILD, cards.get(WILD, 0))


# ---------------------------------------------------------------------- comparing lines


def check_same(recorded: Event, expected: Event, game: Game) -> None:
    if recorded["event"] == "score" == expected["event"]:
        check(
            canonical(without_choice(recorded)) == canonical(without_choice(expected)),
            differ(recorded, expected),
        )
        check_choice(recorded, expected, game)
    else:
        check(canonical(recorded) == canonical(expected), differ(recorded, expected))


def canonical(event: Event) -> str:
    """One text per event, so that 1, 1.0 and true are not the same."""
    return json.dumps(event, sort_keys=True)


def differ(recorded: Event, expected: Event) -> str:
    return f"recorded {canonical(recorded)}, by the rules {canonical(expected)}"


def without_choice(score: Event) -> Event:
    return {field: value for field, value in score.items() if field not in CHOSEN_AT_THE_END}


def check_choice(recorded: Event, expected: Event, game: Game) -> None:
    """Any best use of the stations is right, but it must be allowed and do what it is said to do (E4)."""
    seat, borrowed = recorded["player"], recorded["borrowed"]
    lent = []
    for city, route_id in borrowed.items():
        check(game.stations.get(city) == seat, f"seat {seat} has no station in {city}")
        allowed = {route["id"]: route for route in scoring.borrowable(game.board, game.owner, city, seat)}
        check(route_id in allowed, f"the station in {city} cannot borrow route {route_id}")
        lent.append(allowed[route_id])
    links = [(r["a"], r["b"]) for r in [*scoring.routes_of(game.board, game.owner, seat), *lent]]
    held = [ticket for ticket in game.board["tickets"] if ticket["id"] in game.tickets[seat]]
    scored = scoring.ends_scored(game.board, links, held)
    completed = list(scored)
    failed = [ticket["id"] for ticket in held if ticket["id"] not in completed]
    check(sorted(recorded["completed"]) == sorted(completed), f"with {borrowed} completed is {completed}")
    check(sorted(recorded["failed"]) == sorted(failed), f"with {borrowed} failed is {failed}")
    for ticket, end in recorded.get("ends", {}).items():
        check(scored.get(ticket, ("",))[0] == end, f"with {borrowed} {ticket} scores {scored.get(ticket)}")  # W4
    # Points are equal already (`tickets` was compared); the number decides ties (E8).
    check(len(completed) == len(expected["completed"]), f"a better choice is {expected['borrowed']}")


# ---------------------------------------------------------------------- many games


def games(lines: Iterable[str]) -> Iterator[list[str]]:
    """The lines of each game of a file; a game begins with its `start` line."""
    game: list[str] = []
    for line in lines:
        if not line.strip():
            continue
        if game and '"start"' in line and json.loads(line).get("event") == "start":
            yield game
            game = []
        game.append(line)
    if game:
        yield game


def main(board_file: str, record_file: str) -> int:
    board = json.loads(Path(board_file).read_text(encoding="utf-8"))
    n_games = n_fouls = 0
    with Path(record_file).open(encoding="utf-8") as lines:
        for number, game in enumerate(games(lines)):
            fouls = referee(game, board)
            n_games += 1
            n_fouls += len(fouls)
            for foul in fouls:
                print(f"game {number}: {foul}")
    print(f"{n_games} games, {n_fouls} fouls")
    return 1 if n_fouls or not n_games else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
