"""Boards of the map editor at hagstrom.nu/ttr: its JSON files (versions 1 to 4) and its spreadsheets, read and written.

A board that was read from JSON keeps the file beside it as `editor.json`. Writing starts from there, so what the editor
knows and a board does not, such as artwork, survives.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.texts import toml
from ttrsim.games.trains.board.model import COLOURS, GRAY, Board, Route, Ticket
from ttrsim.wording import did_you_mean, shortened

FORMAT, NEWEST, WRITTEN = "ticket-to-ride-map", 4, 3
WIDTH, HEIGHT = 1100.0, 1100.0 * 525 / 790  # of the editor's canvas; files without a frame have this one
YES = {"yes", "true", "1", "ja"}
OTHER_COLOURS = {"neutral": GRAY, "grey": GRAY, "purple": "pink"}
ITS_COLOURS = {GRAY: "neutral", "pink": "purple"}
HEADINGS = {  # other names of columns
    "from": "a",
    "to": "b",
    "color": "colour",
    "ferrylocomotives": "locomotives",
    "wagon style": "tunnel",
    "long deck": "long",
}

LINE: dict[str, Any] = {"stroke": "#292b2f", "dash": "", "strokeWidth": 4, "infrastructure": False}
STYLES: tuple[dict[str, Any], ...] = (
    {"id": "railway", "label": "Railway", "shape": "plain", **LINE},
    {"id": "boat", "label": "Boat", "shape": "oval", **LINE},
    {"id": "tunnel", "label": "Tunnel", "shape": "serrated", **LINE},
)


@dataclass
class EditorDraft:
    """What a file says of a board, and what is wrong with it."""

    title: str = ""
    aspect: float = 1.5
    cities: dict[str, tuple[float, float] | None] = field(default_factory=dict)  # by name: 0 … 1, as on a board
    routes: list[tuple[str, str, int, str, bool, int]] = field(
        default_factory=list
    )  # a, b, length, colour, tunnel, wilds
    tickets: list[tuple[str, str, int, bool]] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # what was left out

    def files(self) -> dict[str, str]:
        """The files of a board folder."""
        header = [f"title = {toml(self.title)}", f"aspect = {self.aspect:.4g}"]
        if self.parameters:
            header += ["", "[parameters]", *(f"{key} = {toml(value)}" for key, value in self.parameters.items())]
        flags = [(a, b, length, colour, int(tunnel), wilds) for a, b, length, colour, tunnel, wilds in self.routes]
        places = [(name, *(f"{part:.4f}" for part in at or (0.5, 0.5))) for name, at in self.cities.items()]
        return {
            "board.toml": "\n".join(header) + "\n",
            "cities.csv": _csv(("name", "x", "y"), places),
            "routes.csv": _csv(("a", "b", "length", "colour", "tunnel", "wilds"), flags),
            "tickets.csv": _csv(("a", "b", "points", "long"), [(*rest, int(long)) for *rest, long in self.tickets]),
        }


def _csv(heading: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([heading, *rows])
    return text.getvalue()


# ---- reading -------------------------------------------------------------------------------------


def read_editor(texts: Mapping[str, str], deck: str | None = None) -> EditorDraft:
    """One JSON file, or the spreadsheets of a map; `deck` names one of several decks of tickets."""
    draft = EditorDraft(title="My map")
    if len(texts) == 1 and next(iter(texts)).lower().endswith(".json"):
        [(name, text)] = texts.items()
        _read_json(draft, name, text, deck)
    else:
        _read_spreadsheets(draft, texts, deck)
    _check(draft)
    if draft.faults:
        n = f"{len(draft.faults)} faults" if len(draft.faults) > 1 else "1 fault"
        raise UserError("\n".join([f"{', '.join(texts)}: {n}", *draft.faults]))
    return draft


def envelope_of(name: str, text: str) -> dict[str, Any]:
    """The file as it is."""
    try:
        envelope = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{name}: not valid JSON: {error}") from None
    if not isinstance(envelope, dict):
        raise UserError(f"{name}: not a file of the map editor, but {shortened(envelope)}")
    if envelope.get("format") != FORMAT and "stops" not in envelope:
        raise UserError(f"{name}: not a file of the map editor: it has neither the format {FORMAT!r} nor stops")
    version = envelope.get("version", 1)
    if not isinstance(version, int) or version > NEWEST:
        raise UserError(f"{name}: version {shortened(version)} of the map editor; ttrsim reads versions 1 to {NEWEST}")
    return envelope


def _payload(envelope: dict[str, Any]) -> dict[str, Any]:
    """Version 1 has no envelope."""
    payload = envelope.get("payload", envelope)
    return payload if isinstance(payload, dict) else {}


def _frame(envelope: dict[str, Any]) -> tuple[float, float]:
    frame: Any = envelope.get("board")
    sides: list[Any] = [frame.get(side) for side in ("width", "height")] if isinstance(frame, dict) else []
    if sides and all(_is_number(side) and side > 0 for side in sides):
        return float(sides[0]), float(sides[1])
    return WIDTH, HEIGHT


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _things(draft: EditorDraft, name: str, payload: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each thing of a list, with where it stands."""
    things = payload.get(key, [])
    if not isinstance(things, list):
        draft.faults.append(f"{name}: {key}: a list is missing, not {shortened(things)}")
        return
    for place, thing in enumerate(things, start=1):
        if isinstance(thing, dict):
            yield f"{name}: {key}: number {place}", thing
        else:
            draft.faults.append(f"{name}: {key}: number {place}: {shortened(thing)} is no object")


def _read_json(draft: EditorDraft, name: str, text: str, deck: str | None) -> None:
    envelope = envelope_of(name, text)
    payload, (width, height) = _payload(envelope), _frame(envelope)
    draft.aspect = min(5.0, max(0.2, width / height))
    draft.title = str(payload.get("name") or draft.title)
    names: dict[Any, str] = {}
    for where, stop in _things(draft, name, payload, "stops"):
        names[str(stop.get("id"))] = city = str(stop.get("name", "")).strip()
        x, y = stop.get("x"), stop.get("y")
        if not _is_number(x) or not _is_number(y):
            draft.faults.append(f"{where}: x and y should be numbers")
        else:
            _add_city(draft, where, city, (min(1.0, max(0.0, x / width)), min(1.0, max(0.0, y / height))))  # type: ignore[operator]
    kinds = {str(kind.get("id")): kind for _, kind in _things(draft, name, payload, "routeTypeStyles")}
    for where, route in _things(draft, name, payload, "routes"):
        kind = kinds.get(str(route.get("type")), {})
        if kind.get("infrastructure"):
            draft.notes.append(f"{where}: left out: nobody claims a route of the type {kind.get('label')!r}")
            continue
        slots = route.get("locomotiveSlots", [])
        ends = [names.get(str(route.get(end)), str(route.get(end))) for end in "ab"]
        wilds = len(slots) if isinstance(slots, list) else 0
        colour, is_tunnel = str(route.get("color", GRAY)), _has_tunnel(route, kind)
        _add_route(draft, where, ends, route.get("length"), colour, is_tunnel, wilds)
    decks = {str(each.get("id")): str(each.get("label", "")) for _, each in _things(draft, name, payload, "ticketSets")}
    first = next(iter(decks), None)
    tickets = [(where, ticket) for where, ticket in _things(draft, name, payload, "tickets")]
    wanted = _deck(draft, name, deck, decks, first)
    for where, ticket in tickets:
        if str(ticket.get("set", first)) == str(wanted):
            ends = [names.get(str(ticket.get(end)), str(ticket.get(f"{end}Name", ticket.get(end)))) for end in "ab"]
            _add_ticket(draft, where, ends, ticket.get("points"), bool(ticket.get("long")))
    _parameters(draft, payload)


def _has_tunnel(route: Mapping[str, Any], kind: Mapping[str, Any]) -> bool:
    """Said by the type of the route, and by its wagons before version 3."""
    said = (route.get("wagonStyle"), route.get("type"), kind.get("label"), kind.get("shape"))
    return _is_tunnel(" ".join(map(str, said)).lower())


def _is_tunnel(words: str) -> bool:
    return "tunnel" in words or "serrated" in words


def _deck(draft: EditorDraft, name: str, deck: str | None, decks: Mapping[str, str], first: str | None) -> str | None:
    if deck is None:
        if len(decks) > 1:
            draft.notes.append(
                f"{name}: {len(decks)} decks of tickets: took {decks[first or '']!r}; --deck NAME takes another"
            )
        return first
    for key, label in decks.items():
        if deck.lower() in (key.lower(), label.lower()):
            return key
    draft.faults.append(f"{name}: no deck {deck!r}{did_you_mean(deck, [*decks.values()])}")
    return first


def _parameters(draft: EditorDraft, payload: dict[str, Any]) -> None:
    """How a game on the map is set up."""
    players = payload.get("players")
    given = {
        "trains": payload.get("wagonsPerPlayer"),
        "setup_offer": payload.get("startingTickets"),
        "setup_keep": payload.get("keptTickets"),
        "min_players": players.get("min") if isinstance(players, dict) else None,
        "max_players": players.get("max") if isinstance(players, dict) else None,
    }
    draft.parameters |= {key: value for key, value in given.items() if isinstance(value, int)}


def _read_spreadsheets(draft: EditorDraft, texts: Mapping[str, str], deck: str | None) -> None:
    positions: dict[str, tuple[float, float]] = {}
    decks: dict[str, None] = {}
    for name, text in texts.items():
        rows = _rows(name, text)
        heading = set(rows[0]) if rows else set()
        for line, row in enumerate(rows, start=2):
            where, ends = f"{name}: line {line}", [row.get("a", ""), row.get("b", "")]
            if {"a", "b", "points"} <= heading:
                decks.setdefault(row.get("deck", ""))
                if row.get("deck", "").lower() == (deck or next(iter(decks))).lower():
                    _add_ticket(draft, where, ends, _number(row["points"]), row.get("long", "").lower() in YES)
            elif {"a", "b", "length"} <= heading:
                is_tunnel = row.get("tunnel", "").lower() in YES or _is_tunnel(
                    f"{row.get('tunnel')} {row.get('type')}".lower()
                )
                wilds = _number(row.get("locomotives", "") or "0")
                _add_route(draft, where, ends, _number(row["length"]), row.get("colour", ""), is_tunnel, wilds)
            elif "name" in heading:
                x, y = _number(row.get("x", ""), float), _number(row.get("y", ""), float)
                _add_city(draft, where, row["name"], None)
                if _is_number(x) and _is_number(y):
                    positions[row["name"]] = x, y
        if rows and not ({"a", "b"} <= heading or "name" in heading):
            draft.faults.append(f"{name}: columns {', '.join(sorted(heading))}: neither stops, routes nor tickets")
    if len(decks) > 1 and deck is None:
        draft.notes.append(f"{len(decks)} decks of tickets: took {next(iter(decks))!r}; --deck NAME takes another")
    for a, b, *_ in draft.routes if not draft.cities else ():  # a list of routes alone names its cities
        draft.cities |= {a: None, b: None}
    _place(draft, positions)


def _rows(name: str, text: str) -> list[dict[str, str]]:
    lines = text.removeprefix("\ufeff").splitlines()
    mark = max(",;\t", key=lines[0].count) if lines else ","
    try:
        cells = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=mark, strict=True)]
    except csv.Error as error:
        raise UserError(f"{name}: not a spreadsheet: {error}") from None
    heading = [HEADINGS.get(cell.lower(), cell.lower()) for cell in cells[0]] if cells else []
    return [dict(zip(heading, [*row, *[""] * len(heading)], strict=False)) for row in cells[1:] if any(row)]


def _number(text: str, kind: type = int) -> Any:
    try:
        return kind(text)
    except ValueError:
        return text


def _place(draft: EditorDraft, positions: Mapping[str, tuple[float, float]]) -> None:
    """Positions in any unit, fitted to the board; a city without one goes between its neighbours, or on a circle."""
    if positions:
        xs, ys = zip(*positions.values(), strict=True)
        wide, high = max(WIDTH, *xs), max(HEIGHT, *ys)
        draft.aspect = min(5.0, max(0.2, wide / high))
        placed = {
            name: (min(1.0, max(0.0, x / wide)), min(1.0, max(0.0, y / high))) for name, (x, y) in positions.items()
        }
        draft.cities = {name: placed.get(name) for name in draft.cities}
    missing = [name for name, at in draft.cities.items() if at is None]
    for number, name in enumerate(missing):
        near = [draft.cities.get(b if a == name else a) for a, b, *_ in draft.routes if name in (a, b)]
        known = [at for at in near if at is not None and positions]
        angle = 2 * math.pi * number / len(missing)
        middle = (sum(at[0] for at in known) / len(known), sum(at[1] for at in known) / len(known)) if known else None
        draft.cities[name] = middle or (0.5 + 0.45 * math.cos(angle), 0.5 + 0.45 * math.sin(angle))
    if missing:
        draft.notes.append(f"without a position, placed between their neighbours: {', '.join(missing)}")


# ---- one thing at a time -------------------------------------------------------------------------


def _add_city(draft: EditorDraft, where: str, name: str, at: tuple[float, float] | None) -> None:
    if not name:
        draft.faults.append(f"{where}: a stop has no name")
    elif name in draft.cities:
        draft.faults.append(f"{where}: a second stop {name!r}: tickets and routes need different names")
    else:
        draft.cities[name] = at


def _add_route(
    draft: EditorDraft, where: str, ends: Sequence[str], length: Any, colour: str, is_tunnel: bool, wilds: Any
) -> None:
    plain = colour.strip().lower() or GRAY
    plain = OTHER_COLOURS.get(plain, plain)
    if plain not in (*COLOURS, GRAY):
        draft.notes.append(f"{where}: the colour {shortened(colour)} is gray here")
        plain = GRAY
    if not isinstance(length, int) or length < 1:
        draft.faults.append(f"{where}: length is {shortened(length)}; it must be a whole number from 1 on")
    elif not isinstance(wilds, int) or not 0 <= wilds <= length:
        draft.faults.append(f"{where}: {shortened(wilds)} locomotives on {length} spaces")
    else:
        draft.routes.append((ends[0], ends[1], length, plain, is_tunnel, wilds))


def _add_ticket(draft: EditorDraft, where: str, ends: Sequence[str], points: Any, is_long: bool) -> None:
    if not isinstance(points, int) or points < 1:
        draft.faults.append(f"{where}: points are {shortened(points)}; they must be a whole number from 1 on")
    else:
        draft.tickets.append((ends[0], ends[1], points, is_long))


def _check(draft: EditorDraft) -> None:
    """Ends that no stop has. What else a board must have, its own checks say."""
    for what, pairs in (("route", [row[:2] for row in draft.routes]), ("ticket", [row[:2] for row in draft.tickets])):
        for end in dict.fromkeys(end for pair in pairs for end in pair):
            if end not in draft.cities:
                draft.faults.append(f"a {what} ends in {end!r}, which is no stop{did_you_mean(end, [*draft.cities])}")
    if any(long for *_, long in draft.tickets) and draft.parameters.get("setup_offer", 0) > 1:
        draft.parameters |= {"setup_offer_long": 1, "setup_offer": draft.parameters["setup_offer"] - 1}


# ---- writing -------------------------------------------------------------------------------------


def editor_json(board: Board, kept: str | None) -> str:
    """The board as a file of the editor. `kept` is the file that it was read from, if there is one."""
    envelope = _new_envelope(board) if kept is None else envelope_of("the file that it came from", kept)
    payload, frame = _payload(envelope), _frame(envelope)
    payload["stops"] = stops = _stops(board, payload.get("stops", []), frame)
    ids = {stop["name"]: stop["id"] for stop in stops}
    payload["routes"] = _routes(board, payload, ids)
    payload["tickets"] = _tickets(board, payload, ids)
    return json.dumps(envelope, ensure_ascii=False, indent=2) + "\n"


def _new_envelope(board: Board) -> dict[str, Any]:
    rules = board.parameters
    payload = {
        "kind": "map",
        "name": board.title,
        "format": "board-2x3",
        "background": [],
        "notes": [],
        "lineStyles": [],
        "ticketSets": [{"id": "main", "label": "Main deck"}],
        "wagonsPerPlayer": rules.trains,
        "startingTickets": rules.setup_offer_long + rules.setup_offer,
        "keptTickets": rules.setup_keep,
        "players": {"min": rules.min_players, "max": rules.max_players},
    }
    frame = {"width": WIDTH, "height": round(WIDTH / board.aspect)}
    return {
        "format": FORMAT,
        "version": WRITTEN,
        "kind": "map",
        "app": {"name": "ttrsim"},
        "board": frame,
        "payload": payload,
    }


def _stops(board: Board, before: list[dict[str, Any]], frame: tuple[float, float]) -> list[dict[str, Any]]:
    there = {stop.get("name"): stop for stop in before}
    stops = []
    for number, city in enumerate(board.cities, start=1):
        stop = dict(there.get(city.name) or {"id": f"stop-{number}", "name": city.name, "type": "regular"})
        if not _is_there(stop, city.x, city.y, frame):
            stop |= {"x": city.x * frame[0], "y": city.y * frame[1]}
        stops.append(stop)
    return stops


def _is_there(stop: dict[str, Any], x: float, y: float, frame: tuple[float, float]) -> bool:
    """Whether the editor has it at this place, as exactly as a board says it."""
    return "x" in stop and abs(stop["x"] / frame[0] - x) < 1e-4 and abs(stop["y"] / frame[1] - y) < 1e-4


def _routes(board: Board, payload: dict[str, Any], ids: Mapping[str, str]) -> list[dict[str, Any]]:
    """Of a double, the halves follow each other in both. Routes that nobody claims stay."""
    kinds = {kind.get("id"): kind for kind in payload.setdefault("routeTypeStyles", [])}
    there: dict[frozenset[Any], list[dict[str, Any]]] = {}
    unclaimed = []
    for route in payload.get("routes", []):
        if kinds.get(route.get("type"), {}).get("infrastructure"):
            unclaimed.append(route)
        else:
            there.setdefault(frozenset((route.get("a"), route.get("b"))), []).append(route)
    names, written = {city.id: city.name for city in board.cities}, []
    for number, own in enumerate(board.routes, start=1):
        ends = [ids[names[end]] for end in (own.a, own.b)]
        halves = there.get(frozenset(ends), [])
        old = halves.pop(0) if halves else {"type": ""}
        new = {"id": f"route-{number}", "a": ends[0], "b": ends[1], **old}
        new |= {"length": own.length, "color": ITS_COLOURS.get(own.colour, own.colour)}
        if not old["type"] or _has_tunnel(old, kinds.get(old["type"], {})) != own.tunnel:
            new["type"] = _kind(own)
        if len(new.get("locomotiveSlots", [])) != own.wilds:
            new["locomotiveSlots"] = [*range((own.length - own.wilds) // 2, (own.length + own.wilds) // 2)]
        written.append(new)
    for style in STYLES:  # a file carries what it refers to
        if style["id"] not in kinds and any(route["type"] == style["id"] for route in written):
            payload["routeTypeStyles"].append(dict(style))
    return written + unclaimed


def _kind(route: Route) -> str:
    return "tunnel" if route.tunnel else "boat" if route.wilds else "railway"


def _tickets(board: Board, payload: dict[str, Any], ids: Mapping[str, str]) -> list[dict[str, Any]]:
    """The first deck; the others stay as they are."""
    names = {city.id: city.name for city in board.cities}
    before = payload.get("tickets", [])
    first = next(iter(each.get("id") for each in payload.get("ticketSets", [])), None)
    there = {frozenset((each.get("a"), each.get("b"))): each for each in before if each.get("set", first) == first}
    written = []
    for number, ticket in enumerate(board.tickets, start=1):
        if ticket.ends or not {ticket.a, ticket.b} <= names.keys():
            raise UserError(f"ticket {ticket.id}: the map editor has no tickets to countries or with several ends (W4)")
        ends = [ids[names[end]] for end in (ticket.a, ticket.b)]
        old = there.get(frozenset(ends), {})
        written.append(
            {"id": f"ticket-{number}", "a": ends[0], "b": ends[1], **old, "points": ticket.points, **_long(ticket, old)}
        )
    return written + [each for each in before if each.get("set", first) != first]


def _long(ticket: Ticket, old: Mapping[str, Any]) -> dict[str, bool]:
    return {"long": ticket.long} if ticket.long or "long" in old else {}


def spreadsheets(board: Board) -> dict[str, str]:
    """The stops, routes and tickets, as the editor reads and writes them."""
    names = {city.id: city.name for city in board.cities}
    words = {GRAY: "Grey", "pink": "Purple"}
    width = min(WIDTH, HEIGHT * board.aspect)  # the whole map on the editor's board, in its own shape
    stops = [
        (city.name, "Regular", round(city.x * width, 1), round(city.y * width / board.aspect, 1))
        for city in board.cities
    ]
    routes = [
        (
            names[route.a],
            names[route.b],
            route.length,
            words.get(route.colour, route.colour.capitalize()),
            "Boat" if route.wilds else "Railway",
            "Tunnel" if route.tunnel else "",
            route.wilds or "",
        )
        for route in board.routes
    ]
    tickets = [
        ("Main deck", names.get(each.a, each.a), names.get(each.b, each.b), each.points, "yes" if each.long else "")
        for each in board.tickets
    ]
    return {
        "stops.csv": _csv(("Name", "Type", "X", "Y"), stops),
        "routes.csv": _csv(("From", "To", "Length", "Colour", "Type", "Wagon style", "Locomotives"), routes),
        "tickets.csv": _csv(("Deck", "From", "To", "Points", "Long deck"), tickets),
    }
