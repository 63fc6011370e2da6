"""Random small boards with house rules: tiny decks, odd markets, any offer, any order of tie-breaks."""

from itertools import combinations
from typing import Any

from hypothesis import strategies as st

from tests.games.trains.oracle.small_board import city, route, small_board, ticket, ticket_to

COLOURS = ["red", "blue", "green", "pink"]
MAX_LENGTH = 4


@st.composite
def small_boards(draw: st.DrawFn) -> tuple[dict[str, Any], int, int]:
    """(board, number of players, seed)."""
    n_players = draw(st.integers(2, 5))
    names = "ABCDEFGH"[: draw(st.integers(3, 8))]
    colours = COLOURS[: draw(st.integers(1, 4))]
    routes = draw(all_routes(names, colours))
    n_pairs = len(names) * (len(names) - 1) // 2
    parameters = draw(house_rules(n_players, colours, n_pairs))
    tickets = draw(all_tickets(names, n_players, parameters))
    district = dict(zip(names, draw(districts(len(names))), strict=True))
    country = dict(zip(names, draw(countries(len(names))), strict=True))
    cities = [
        city(name, attraction=draw(st.booleans()), district=district[name], country=country[name]) for name in names
    ]
    tickets = [draw(with_several_ends(each, country)) for each in tickets]
    parameters["district_points"] = {name: draw(st.integers(0, 5)) for name in sorted(set(district.values()) - {""})}
    return (
        small_board(cities=cities, routes=routes, tickets=tickets, **parameters),
        n_players,
        draw(st.integers(0, 999)),
    )


@st.composite
def districts(draw: st.DrawFn, n_cities: int) -> list[str]:
    """The district of each city, mostly none; no district has a single city."""
    if draw(st.integers(0, 2)) > 0:
        return [""] * n_cities
    drawn = draw(st.lists(st.sampled_from(["", "N", "S"]), min_size=n_cities, max_size=n_cities))
    return [name if drawn.count(name) > 1 else "" for name in drawn]


@st.composite
def countries(draw: st.DrawFn, n_cities: int) -> list[str]:
    """The country of each city, mostly none."""
    if draw(st.integers(0, 2)) > 0:
        return [""] * n_cities
    return draw(st.lists(st.sampled_from(["", "", "X", "Y"]), min_size=n_cities, max_size=n_cities))


@st.composite
def with_several_ends(draw: st.DrawFn, made: dict[str, Any], country: dict[str, str]) -> dict[str, Any]:
    """W4: a ticket as it is, or with several ends, which on boards with countries may be these."""
    if draw(st.integers(0, 3)) > 0:
        return made
    names = [*country, *sorted(set(country.values()) - {""})]
    start = draw(st.sampled_from(names))
    here = {city for city in country if city == start or country[city] == start}
    others = [name for name in names if not here & {c for c in country if c == name or country[c] == name}]
    if len(others) < 2:
        return made
    ends = draw(st.lists(st.sampled_from(others), min_size=2, max_size=4, unique=True))
    points = {name: draw(st.integers(1, 6)) for name in ends}
    return ticket_to(made["id"], start, made["long"], **points)


@st.composite
def all_routes(draw: st.DrawFn, names: str, colours: list[str]) -> list[dict[str, Any]]:
    """A tree over all cities, so that every ticket has a way, and further pairs; some are doubles."""
    pairs = {(names[draw(st.integers(0, i - 1))], names[i]) for i in range(1, len(names))}
    pairs |= set(draw(st.lists(st.sampled_from(list(combinations(names, 2))), max_size=8)))
    routes = []
    for a, b in sorted(pairs):
        length = draw(st.integers(1, MAX_LENGTH))
        double = a + b if draw(st.integers(0, 3)) == 0 else None
        for half in ("", "2") if double else ("",):
            special = {"double": double, "tunnel": draw(st.integers(0, 2)) == 0}
            special["wilds"] = draw(st.integers(0, length)) if draw(st.integers(0, 3)) == 0 else 0
            can_take_sets = not special["tunnel"] and draw(st.integers(0, 3)) == 0
            special["any_set"] = draw(st.integers(2, 4)) if can_take_sets else 0
            routes.append(route(a + b + half, length, draw(st.sampled_from(["gray", *colours])), **special))
    return routes


@st.composite
def house_rules(draw: st.DrawFn, n_players: int, colours: list[str], n_pairs: int) -> dict[str, Any]:
    hand, market = draw(st.integers(0, 3)), draw(st.integers(1, 7))
    cards = {colour: draw(st.integers(1, 5)) for colour in colours}
    wilds = draw(st.integers(0, 6))
    cards[colours[0]] += max(0, hand * n_players + market - sum(cards.values()) - wilds)
    offer_long = draw(st.integers(0, 2))
    setup_offer = draw(st.integers(0, 3))
    most_long = draw(st.sampled_from([0, 1, 8]))
    offer = draw(st.integers(1, 4))
    return {
        "max_players": n_players,
        "trains": draw(st.integers(3, 14)),
        "stations": draw(st.integers(0, 3)),
        "cards_per_colour": cards,
        "wilds": wilds,
        "face_up_wild": draw(st.sampled_from([2, 2, 1])),
        "wild_use": draw(st.sampled_from(["anywhere", "anywhere", "tunnels_and_ferries", "tunnels"])),
        "ferry_sets": draw(st.sampled_from(["any_space", "symbols"])),
        "hand": hand,
        "market": market,
        "flush_wilds": draw(
            st.integers((market + 1) // 2, market + 1)
        ),  # fewer: thousands of flushes until one settles
        "setup_offer_long": offer_long,
        "setup_offer": setup_offer,
        "setup_keep": draw(st.integers(0, min(offer_long, most_long) + setup_offer)),
        "setup_most_long": most_long,
        "setup_refused": draw(st.sampled_from(["removed", "bottom"])),
        "offer": offer,
        "offer_keep": draw(st.integers(1, offer)),
        "offer_refused": draw(st.sampled_from(["removed", "bottom"])),
        "unlike_doubles": draw(st.booleans()),
        "doubles_closed_up_to": draw(st.integers(0, 5)),
        "tunnel_cards": draw(st.integers(0, 5)),
        "end_trains": draw(st.integers(0, 3)),
        "longest_points": draw(st.sampled_from([0, 10])),
        "globetrotter_points": draw(st.sampled_from([0, 0, 15])),
        "mandala_points": draw(st.sampled_from([[], [], [5, 10, 20], [4]])),
        "station_points": draw(st.integers(0, 4)),
        "attraction_points": draw(st.integers(0, 2)),
        "tie_breaks": draw(
            st.lists(st.sampled_from(["completed_tickets", "fewest_stations", "longest_path"]), unique=True)
        ),
        "turn_limit": draw(st.sampled_from([7, 60, 300])),
    }


@st.composite
def all_tickets(draw: st.DrawFn, names: str, n_players: int, rules: dict[str, Any]) -> list[dict[str, Any]]:
    """Enough for the set-up offers, and a few more; pairs of cities may repeat."""
    pairs = st.sampled_from(list(combinations(names, 2)))
    tickets = []
    for kind, dealt in (("long", rules["setup_offer_long"]), ("short", rules["setup_offer"])):
        least = 0 if kind == "long" else 1
        for number in range(max(least, dealt * n_players) + draw(st.integers(0, 4))):
            a, b = draw(pairs)
            made = ticket(a + b, draw(st.integers(1, 6)), long=kind == "long")
            tickets.append(made | {"id": f"{a}{b}-{kind}{number}"})
    return tickets
