"""What one pass over the games of a batch adds up, for all metrics of claims and offers of tickets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.games.trains.analysis.compiled.sets import SETS, STEPS
from ttrsim.measures.codes import Ints, Key, ints, key_of
from ttrsim.measures.facts import n_cells
from ttrsim.measures.tallies import Added, Keys, KeySets, Tallies

if TYPE_CHECKING:
    from ttrsim.games.trains.analysis.batch import TrainsBatch
    from ttrsim.games.trains.analysis.compiled.games import Claims, Offers, OfGames, OfRoutes, OfSeats, OfTickets
    from ttrsim.games.trains.analysis.facts import TrainsFacts

WORD = 64  # bits of a set
PHASE = pl.Enum(["later", "set-up"])

SHARE = Added("share", is_fixed=True)
COMPLETED = Added("completed")
GAIN = Added("gain")
IS_KEPT = Added("kept")
Arrays = TypeVar("Arrays", bound=tuple[Any, ...])


def _key_sets(facts: TrainsFacts) -> dict[str, Keys]:
    """By the names that the compiled passes know."""
    routes, tickets = facts.routes, facts.tickets
    bots = key_of(pl.Series([], dtype=pl.Enum(facts.bots)))
    several_bots = bots if len(facts.bots) > 1 else bots._replace(names=())  # one bot does what all do
    route, ticket = key_of(routes["route"]), key_of(tickets["ticket"])
    colour, length, kind = (key_of(routes[name]) for name in ("colour", "length", "kind"))
    phase = Key(np.zeros(0, np.int32), PHASE.categories.to_list(), PHASE)
    result = Key(np.zeros(0, np.int32), ("other", "winner"), pl.String())
    city = key_of(facts.cities["city"])
    time = Added("time", is_fixed=True)
    of_claims = {
        "routes": _keys([route], SHARE, time, Added("turn"), Added("wilds"), is_lift=True),
        "bot_routes": _keys([several_bots, route], SHARE, time, is_lift=True),
        "colours": _keys([colour], SHARE, is_lift=True),
        "lengths": _keys([length], SHARE, is_lift=True),
        "kinds": _keys([kind], SHARE, is_lift=True),
        "plain_colours": _keys([colour], Added("wilds", weight="length"), Added("length")),
        "contested": _keys([route]),
        "extra": _keys([_numbers(facts.board.parameters.tunnel_cards + 1, pl.Int64())]),
        "cities": _keys([city], Added("claims"), SHARE._replace(name="shares", weight="visitors"), Added("visitors")),
        "results": _keys([result], *map(Added, STEPS)),
    }
    of_offers = {
        "offers": _keys([ticket], IS_KEPT),
        "bot_offers": _keys([several_bots, ticket], IS_KEPT),
        "set_up": _keys([ticket]),
        "phases": _keys([phase], IS_KEPT),
        "kept": _keys([ticket], SHARE, COMPLETED, GAIN),
        "bot_kept": _keys([several_bots, ticket], COMPLETED),
        "kept_phases": _keys([phase], COMPLETED),
        "completed": _keys([ticket], GAIN),
        "done": _keys([ticket], time),
        "draws": _keys([_numbers(facts.board.parameters.trains // 10 + 1, pl.Int32(), 10)], COMPLETED),
    }
    return of_claims | of_offers


def _keys(keys: Sequence[Key], *columns: Added, is_lift: bool = False) -> Keys:
    return Keys(tuple(key.names for key in keys), tuple(key.type for key in keys), columns, is_lift)


def _numbers(n: int, dtype: pl.DataType, step: int = 1) -> Key:
    return Key(np.zeros(0, np.int32), [str(number * step) for number in range(n)], dtype)


class OfPasses(NamedTuple):
    """What the passes know of a board; it is made once."""

    sets: KeySets
    routes: OfRoutes
    tickets: OfTickets
    n_doubles: int
    n_colours: int


def facts_of_passes(facts: TrainsFacts) -> OfPasses:
    from ttrsim.games.trains.analysis.compiled.games import OfRoutes, OfTickets

    routes = facts.routes
    colour, length, kind = (key_of(routes[name]) for name in ("colour", "length", "kind"))
    n_colours, n_doubles = len(colour.names), routes["double"].n_unique()
    numbers = (
        ints(routes["a"]),
        ints(routes["b"]),
        ints(routes["double"].to_physical().cast(pl.Int64).fill_null(n_doubles)),
        colour.numbers,
        n_colours + length.numbers,
        n_colours + len(length.names) + kind.numbers,
        np.where(routes["kind"] == "ferry", n_colours, colour.numbers),
        ints(routes["pair"]),
        ints(routes["kind"] == "tunnel"),
    )
    points = (ints(routes["route_value"]), ints(routes["length"]))
    of_routes = OfRoutes(*points, *(column.astype(np.uint16) for column in numbers))
    of_tickets = OfTickets(ints(facts.tickets["printed"]), sets_of_pairs(facts))
    sets = _key_sets(facts)
    in_order = {name: sets.pop(name).in_order(columns) for name, columns in SETS.items()}
    assert not sets  # no pass counts them
    return OfPasses(KeySets(in_order), read_only(of_routes), read_only(of_tickets), n_doubles, n_colours)


class Walk(NamedTuple):
    """What the passes found."""

    tallies: Tallies
    seats: OfSeats


def walk(batch: TrainsBatch) -> Walk:
    from ttrsim.games.trains.analysis.compiled.games import OfSeats, tally_claims, tally_offers

    facts, blocks, columns, known = batch.facts, batch.blocks_of_deals, _Columns(batch), batch.facts.of_passes
    n_games, n_seats, n_bots, board = batch.places.n_games, facts.n_seats, len(facts.bots), facts.board
    n_places = n_games * n_seats
    tallies = Tallies(known.sets, blocks, n_cells(facts))
    wanted = np.zeros((n_places, known.tickets.leads_over.shape[1]), np.uint64)
    points, trains, gains, rescued = np.zeros((4, n_places), np.int64)
    seats = OfSeats(points, trains, gains, rescued, wanted, np.zeros(n_games, np.bool_))
    games, claims = read_only(_games(batch)), read_only(columns.claims())
    more = (known.sets.firsts, blocks.n_blocks, tallies.tally, seats)
    of_board = (known.routes, known.tickets, n_seats, n_bots, board.parameters.trains)
    tally_offers(games, claims, read_only(columns.offers()), *of_board, *more)
    sizes = (n_seats, n_bots, len(board.cities), known.n_doubles, known.n_colours)
    tally_claims(games, claims, known.routes, *sizes, *more)
    return Walk(tallies, seats)


def _games(batch: TrainsBatch) -> OfGames:
    """Tables that the run does not keep are not asked for: any numbers will do."""
    from ttrsim.games.trains.analysis.compiled.games import OfGames

    n_games, blocks, deals = batch.places.n_games, batch.blocks_of_deals, batch.deals_by_game
    n_places = n_games * batch.facts.n_seats
    return OfGames(
        deals,
        blocks.block_of[deals.astype(np.int64) - blocks.first_deal],
        np.maximum(batch.rows_of_games.ints("turns"), 1) if "games" in batch else np.ones(n_games, np.int64),
        batch.rows_of_seats.lookup("win_share", is_fixed=True).dense()
        if "seats" in batch
        else np.zeros(n_places, np.int64),
        batch.rows_of_seats.ints("cell").astype(np.uint16) if "seats" in batch else np.zeros(n_places, np.uint16),
    )


def read_only(arrays: Arrays) -> Arrays:
    """Numba tells arrays that can be written to from others; those of Polars cannot."""
    views = [array.view() for array in arrays]
    for view in views:
        view.flags.writeable = False
    return type(arrays)(*views)


class _Columns:
    """Columns of tables as the passes take them: zeros where the run does not keep the table."""

    def __init__(self, batch: TrainsBatch) -> None:
        self._games = batch.places
        self._tables = {name: batch.tables[name].collect() for name in ("claims", "tickets") if name in batch}

    def claims(self) -> Claims:
        from ttrsim.games.trains.analysis.compiled.games import Claims

        return Claims(
            self._firsts("claims"),
            self._of("claims", "seat", pl.UInt8),
            self._of("claims", "turn", pl.Int16),
            self._of("claims", "route", pl.UInt16),
            self._of("claims", "wilds", pl.UInt8),
            self._of("claims", "extra", pl.UInt8),
        )

    def offers(self) -> Offers:
        from ttrsim.games.trains.analysis.compiled.games import Offers

        return Offers(
            self._firsts("tickets"),
            self._of("tickets", "seat", pl.UInt8),
            self._of("tickets", "turn", pl.Int16),
            self._of("tickets", "ticket", pl.UInt16),
            self._of("tickets", "completed_turn", pl.Int16),
            self._of("tickets", "kept", pl.Boolean),
            self._of("tickets", "completed", pl.Boolean),
            self._of("tickets", "by_stations", pl.Boolean),
            self._of("tickets", "gain", pl.Int16),
        )

    def _firsts(self, table: str) -> Ints:
        rows = self._tables.get(table)
        return np.zeros(self._games.n_games + 1, np.int64) if rows is None else self._games.first_rows(rows)

    def _of(self, table: str, name: str, dtype: type[pl.DataType]) -> np.ndarray:
        rows = self._tables.get(table)
        if rows is None:
            return pl.zeros(0, dtype, eager=True).to_numpy()
        column = rows[name].to_physical() if isinstance(rows.schema[name], pl.Enum) else rows[name]
        return (column.fill_null(-1) if column.null_count() else column).cast(dtype).to_numpy()


def sets_of_pairs(facts: TrainsFacts) -> NDArray[np.uint64]:
    """[ticket, word] the pairs of cities that lie on a shortest path of each ticket, a bit each."""
    sets = np.zeros((len(facts.board.tickets), facts.routes["pair"].n_unique() // WORD + 1), np.uint64)
    for ticket, pair in zip(ints(facts.wants["ticket"]).tolist(), ints(facts.wants["pair"]).tolist(), strict=True):
        sets[ticket, pair // WORD] |= np.uint64(1 << pair % WORD)
    return sets
