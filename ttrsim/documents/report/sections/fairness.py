"""Does the seat matter?"""

from __future__ import annotations

from collections.abc import Sequence

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import fact, measured, n, of
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections.phrases import extremes, no_difference, only, say
from ttrsim.measures import fairness as metrics
from ttrsim.measures.facts import Facts
from ttrsim.measures.measure import Measures

FIRST_SEAT = (
    Column("players", "players", "count"),
    Column("win", "seat 0 wins", "share"),
    Column("equal", "equal share", "share"),
    Column("ahead", "difference", "signed_share"),
    Column("games", "games", "count"),
)


def fairness(measures: Measures, facts: Facts, extra: Sequence[Column] = ()) -> Section | None:
    """`extra` are shares by seat that only some games have."""
    if "seat_win_share" not in measures:
        return None
    seats = _seats(measures, extra)
    section = Section("fairness", "Fairness: does the seat matter?", tables=[seats])
    if not seats.rows:
        return section
    first = _first_seat(seats.rows[0], facts.n_seats)
    section.tables.append(Table("first_seat", "Seat 0, which moves first, by number of players", FIRST_SEAT, [first]))
    section.answers.append(
        f"Seat 0, which moves first, wins {say(first, 'win', 'share', n='games')} of games; "
        f"an equal share is {say(first, 'equal', 'share')}."
    )
    if ends := extremes(seats.rows, "win"):
        best, worst = ends
        section.answers.append(
            f"Seat {best['seat']} wins most often, {say(best, 'win', 'share')}, and seat {worst['seat']} least often, "
            f"{say(worst, 'win', 'share')}."
        )
    else:
        section.answers.append(no_difference(seats.rows, "win", "seat"))
    ties = only(measures.get("ties"))
    if ties["value"]:
        section.answers.append(f"The win is shared in {say(ties, 'value', 'share', 2, n='n')} of games.")
    return section


def _first_seat(seat: Row, players: int) -> Row:
    equal = 1 / players
    ends = {end: seat[f"win{end}"] for end in ("", "_low", "_high")}
    ahead = {f"ahead{end}": None if win is None else win - equal for end, win in ends.items()}
    own = {name: seat[name] for name in ("win", "win_low", "win_high", "win_deals")} | {
        "ahead_deals": seat["win_deals"]
    }
    return {"players": players, "equal": equal, "games": seat["win_n"]} | own | ahead


def _seats(measures: Measures, extra: Sequence[Column]) -> Table:
    columns = (
        fact("seat"),
        of(metrics.seat_win_share, "win", "win share"),
        of(metrics.seat_points, "points"),
        *extra,
        n("win", "games"),
    )
    return Table("seats", "Seats; seat 0 moves first", columns, measured(measures, columns, "seat"))
