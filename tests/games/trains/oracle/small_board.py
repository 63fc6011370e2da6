"""A board small enough to reckon with by hand: six cities, and every kind of route."""

from typing import Any


def city(name: str, attraction: bool = False, district: str = "", country: str = "") -> dict[str, Any]:
    plain = {"id": name, "name": name, "x": 0.0, "y": 0.0, "attraction": attraction}
    return plain | {"district": district, "country": country}


def route(name: str, length: int, colour: str = "gray", **special: Any) -> dict[str, Any]:
    """A route named by its two one-letter cities ("AB", "AB2")."""
    plain = {"id": name, "a": name[0], "b": name[1], "length": length, "colour": colour}
    return plain | {"tunnel": False, "wilds": 0, "double": None, "any_set": 0} | special


def ticket(name: str, points: int, long: bool = False) -> dict[str, Any]:
    """A ticket named by its two one-letter cities."""
    return {"id": name, "a": name[0], "b": name[1], "points": points, "long": long}


def ticket_to(name: str, start: str, long: bool = False, **ends: int) -> dict[str, Any]:
    """A ticket with several ends, cities or countries, and the points of each (W4)."""
    several = [{"to": end, "points": points} for end, points in ends.items()]
    return {"id": name, "a": start, "b": "", "points": min(ends.values()), "long": long, "ends": several}


def small_board(**overrides: Any) -> dict[str, Any]:
    """The board; `routes`, `tickets`, `cities` replace those parts, all else overrides parameters."""
    parts = {
        "cities": [city(name, attraction=name in "AD") for name in "ABCDEF"],
        "routes": [
            route("AB", 2, "red"),
            route("BC", 1, "gray", double="D1"),
            route("BC2", 1, "blue", double="D1"),
            route("CD", 3, "blue", tunnel=True),
            route("DE", 2, "gray", wilds=1),
            route("EF", 1, "gray"),
            route("FA", 4, "green"),
            route("BE", 2, "gray", tunnel=True),
            route("AD", 3, "red"),
        ],
        "tickets": [
            *(ticket(name, points) for name, points in [("AC", 3), ("AE", 4), ("BD", 4), ("BF", 3), ("CE", 5)]),
            *(ticket(name, points) for name, points in [("CF", 4), ("DF", 3), ("AD", 3), ("BE", 2), ("DA", 6)]),
            *(ticket(name, points, long=True) for name, points in [("FC", 9), ("DB", 8), ("FB", 8), ("EC", 8)]),
        ],
    }
    parameters = {
        "min_players": 2,
        "max_players": 4,
        "trains": 9,
        "stations": 2,
        "cards_per_colour": {"red": 7, "blue": 7, "green": 7},
        "wilds": 5,
        "face_up_wild": 2,
        "wild_use": "anywhere",
        "ferry_sets": "any_space",
        "hand": 2,
        "market": 5,
        "flush_wilds": 3,
        "setup_offer_long": 1,
        "setup_offer": 2,
        "setup_keep": 2,
        "setup_most_long": 8,
        "setup_refused": "removed",
        "offer": 3,
        "offer_keep": 1,
        "offer_refused": "bottom",
        "unlike_doubles": True,
        "doubles_closed_up_to": 2,
        "route_points": {"1": 1, "2": 2, "3": 4, "4": 7},
        "tunnel_cards": 3,
        "end_trains": 2,
        "longest_points": 10,
        "globetrotter_points": 0,
        "mandala_points": [],
        "station_points": 4,
        "attraction_points": 1,
        "district_points": {},
        "tie_breaks": ["completed_tickets", "fewest_stations", "longest_path"],
        "turn_limit": 500,
    }
    parts |= {part: overrides.pop(part) for part in list(overrides) if part in parts}
    unknown = overrides.keys() - parameters.keys()
    assert not unknown, f"no such parameters: {unknown}"
    return {"name": "small", **parts, "parameters": parameters | overrides}
