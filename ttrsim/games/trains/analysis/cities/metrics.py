"""Cities: hubs, dead cities, and stations."""

from __future__ import annotations

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric
from ttrsim.measures.tallies import Summed


@metric("claims", by="city", per="game", once=True)
def city_claims(batch: TrainsBatch) -> Summed:
    """Claimed routes at a city, per game.

    Formula: claims of routes that end there / games.
    """
    return batch.tallies.ratio("cities", "claims")


@metric("claims", by="city", kind="share", per="game", once=True)
def city_used(batch: TrainsBatch) -> Summed:
    """Share of games in which any route at a city is claimed; low for a dead city.

    Formula: games with a claim that ends there / games.
    """
    return batch.tallies.ratio("cities")


@metric(("claims", "seats"), by="city", kind="share")
def city_win_share(batch: TrainsBatch) -> Summed:
    """Win share of the seats that reached a city.

    Formula: Σ win_share / seats with a route that ends there. Where most seats of a game reach a city, the interval
    is too wide: they share one win, and it covers the true share more often than 95 %.
    """
    return batch.tallies.ratio("cities", "shares", "visitors")


@metric("stations", by="city", per="game")
def city_stations(batch: TrainsBatch) -> Observed:
    """Stations built in a city, per game.

    Formula: stations / games.
    """
    return batch.rows_of_stations.observe("city")


@metric("stations", by="city", kind="share")
def station_used(batch: TrainsBatch) -> Observed:
    """Share of a city's stations that lent their owner a route that a ticket needed (E4).

    Formula: stations with a borrowed route / stations.
    """
    return batch.stations_with_loans.observe("city", "lends")


@metric(("stations", "tickets"), by="city")
def station_saved(batch: TrainsBatch) -> Observed:
    """Ticket points that a station saves; compare them with the points for not building it.

    Formula: Σ share of what hangs on it / stations. A ticket completed only by borrowed routes (E4) counts twice its
    printed points: they are won, and not lost. A seat's sum is split equally over its stations that lent a route; the
    others have nothing.
    """
    return batch.stations_with_saved.observe("city", "saved")


@metric(("stations", "tickets"))
def station_saved_overall(batch: TrainsBatch) -> Observed:
    """Ticket points that a station saves, over all cities; see `station_saved`.

    Formula: Σ (gain + printed) of tickets completed only by borrowed routes / stations.
    """
    return batch.stations_with_saved.observe(value="saved")


@metric("seats", by="stations_built", kind="share")
def win_share_by_stations(batch: TrainsBatch) -> Observed:
    """Win share by the number of stations that a seat built.

    Formula: Σ win_share / seats with this many stations.
    """
    return batch.rows_of_seats.observe("stations_built", "win_share")
