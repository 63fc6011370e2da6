"""Routes: who claims them, when, to what end, and who else wanted them."""

from __future__ import annotations

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.measures.codes import ints
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric
from ttrsim.measures.tallies import Summed


@metric("claims", by="route", kind="share", per="game", once=True)
def route_claimed(batch: TrainsBatch) -> Summed:
    """Share of games in which a route is claimed.

    Formula: claims / games.
    """
    return batch.tallies.ratio("routes")


@metric("claims", by="route", once=True)
def route_paid(batch: TrainsBatch) -> Summed:
    """Points for a claimed route (E2).

    Formula: Σ points by its length / claims.
    """
    return batch.tallies.ratio("routes", value_each=ints(batch.facts.routes["route_value"]))


@metric(("claims", "games"), kind="share", once=True)
def both_halves(batch: TrainsBatch) -> Observed:
    """Share of games in which one seat owns both halves of a double route: never (C2).

    Formula: games with such a seat / games.
    """
    return batch.rows_by_game({"has_both": batch.walk.seats.has_both}).observe(value="has_both")


@metric(("claims", "games"), by="route", once=True)
def route_claim_time(batch: TrainsBatch) -> Summed:
    """When a route is claimed, as a share of the game's turns.

    Formula: mean of turn / turns of the game, over its claims.
    """
    return batch.tallies.ratio("routes", "time")


@metric("claims", by="route", once=True)
def route_claim_turn(batch: TrainsBatch) -> Summed:
    """The turn in which a route is claimed, counted over all seats.

    Formula: mean turn, over its claims.
    """
    return batch.tallies.ratio("routes", "turn")


@metric(("claims", "seats"), by="route", kind="share", once=True)
def route_win_share(batch: TrainsBatch) -> Summed:
    """Win share of the seats that claimed a route.

    Formula: Σ win_share of claimers / claims.
    """
    return batch.tallies.ratio("routes", "share")


@metric(("claims", "seats"), by="route", against=1.0, once=True, lift=True)
def route_lift(batch: TrainsBatch) -> Summed:
    """Lift: how often the owner of a route wins, divided by how often its bot wins in that seat.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat. 1 is no difference. That
    strong play claims a route does not say that the route makes strong. The means are those of the whole run
    (`bot_seat_win_share`).
    """
    return batch.tallies.lift("routes")


@metric(("claims", "tickets"), by="route", kind="share", per="game", once=True)
def route_contested(batch: TrainsBatch) -> Summed:
    """Share of games in which a route is on a short way of a seat that another seat took it from.

    Formula: games with at least one such seat / games. A route is on a short way of a seat that kept a ticket of which
    some shortest path (by trains, on the empty board) runs over it; it was taken from it if somebody else claimed it
    and the seat has neither it nor its double. That is geometry: nobody need have planned to go there.
    """
    return batch.tallies.ratio("contested")


@metric("claims", by="route", once=True)
def route_wilds(batch: TrainsBatch) -> Summed:
    """Wilds paid per space of a route.

    Formula: Σ wilds / Σ length, over its claims.
    """
    return batch.tallies.ratio("routes", "wilds", weight_each=ints(batch.facts.routes["length"]))


@metric("claims", by="colour")
def colour_wilds(batch: TrainsBatch) -> Summed:
    """Scarcity of a colour: wilds paid per space of its routes.

    Formula: Σ wilds / Σ length, over the claims of routes of that colour. Ferries, which ask for wilds, are left out.
    """
    return batch.tallies.ratio("plain_colours", "wilds", "length")


@metric(("claims", "seats"), by="length", against=1.0, lift=True)
def length_lift(batch: TrainsBatch) -> Summed:
    """Lift of routes by their length; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return batch.tallies.lift("lengths")


@metric(("claims", "seats"), by="kind", against=1.0, lift=True)
def kind_lift(batch: TrainsBatch) -> Summed:
    """Lift of routes by their kind (plain, double, tunnel, ferry); see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return batch.tallies.lift("kinds")


@metric(("claims", "seats"), by="colour", against=1.0, lift=True)
def colour_lift(batch: TrainsBatch) -> Summed:
    """Lift of routes by their colour; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return batch.tallies.lift("colours")


@metric(("claims", "seats"), by=("bot", "route"), kind="share", per="game", once=True)
def bot_route_claimed(batch: TrainsBatch) -> Summed:
    """Share of all games in which a seat of this bot claims a route; only for runs with several bots.

    Formula: claims by seats of the bot / games of the run.
    """
    return batch.tallies.ratio("bot_routes")


@metric(("claims", "games", "seats"), by=("bot", "route"), once=True)
def bot_route_claim_time(batch: TrainsBatch) -> Summed:
    """When this bot claims a route, as a share of the game's turns; only for runs with several bots.

    Formula: mean of turn / turns of the game, over the claims by seats of the bot.
    """
    return batch.tallies.ratio("bot_routes", "time")


@metric(("claims", "seats"), by=("bot", "route"), against=1.0, once=True, lift=True)
def bot_route_lift(batch: TrainsBatch) -> Summed:
    """Lift of a route in the hands of this bot; see `route_lift`. Only for runs with several bots.

    Formula: Σ win_share of the bot's claimers / Σ mean win_share of the bot in the claimer's seat.
    """
    return batch.tallies.lift("bot_routes")


@metric("claims", by="length", per="game")
def length_claims(batch: TrainsBatch) -> Summed:
    """Claimed routes of each length, per game.

    Formula: claims / games.
    """
    return batch.tallies.ratio("lengths")


@metric("claims", by="kind", per="game")
def kind_claims(batch: TrainsBatch) -> Summed:
    """Claimed routes of each kind, per game.

    Formula: claims / games.
    """
    return batch.tallies.ratio("kinds")


@metric("claims", by="colour", per="game")
def colour_claims(batch: TrainsBatch) -> Summed:
    """Claimed routes of each colour, per game.

    Formula: claims / games.
    """
    return batch.tallies.ratio("colours")
