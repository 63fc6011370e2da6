"""The weights of `planner`, and so of its variants."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import Weight

WEIGHTS = (
    Weight(
        "turn",
        0.95,
        "value of a turn, in units of the points that a turn of claiming routes brings on average",
        0.3,
        2.5,
    ),
    Weight("train", 0.95, "value of a train in points", 0, 2.5),
    Weight("points", 0.75, "weight of route points when it plans a network", 0, 2),
    Weight("hand", 0.3, "how much cards in hand reduce the cost of a route when it plans a network", 0, 1.5),
    Weight(
        "contest", 0.6, "wilds it spends to claim a planned route now, per opponent at the ends of the route", -0.5, 3
    ),
    Weight("eager", -0.4, "wilds it spends to claim any planned route now; below 0 it waits instead", -3, 3),
    Weight("tickets", 5.0, "points added to the estimated value of a ticket offer", -20, 20),
    Weight("each_ticket", -2.0, "points added for each ticket it keeps", -10, 10),
    Weight("early_tickets", 19.0, "spare turns, after its plan, at which it draws more tickets", 0, 40),
    Weight("long_tickets", 0.4, "points added for each point by which a ticket exceeds the mean of the board", -1, 2),
    Weight("longest", 0.2, "value in points of each train that extends its longest path", 0, 4),
    Weight("block", 0.0, "value in points of a route for each opponent who has routes at both of its ends", 0, 6),
    Weight("ending", 0.0, "value in points of each train it places while it leads, to end the game", 0, 4),
    Weight(
        "risk", -0.13, "share of the remaining turns that it wants to have left when its network is finished", -0.6, 0.6
    ),
    Weight("wild", 1.65, "value of a wild in cards", 0.5, 4),
    Weight("spare", 0.65, "value in cards of a card that no planned route needs", 0, 2),
    Weight(
        "company",
        2.0,
        "draws tickets only while it has fewer than this many more than the player with the fewest",
        0,
        8,
    ),
    Weight(
        "globetrotter",
        1.0,
        "share of the bonus for most completed tickets that it counts when it weighs tickets",
        0,
        3,
    ),
    Weight(
        "countries",
        1.0,
        "value in points of each point by which an end of a ticket with several ends exceeds the lowest one",
        0,
        3,
    ),
    Weight("districts", 1.0, "value in points of each point for a district when it plans a network", 0, 3),
    Weight("mandalas", 1.0, "value in points of each point for mandalas when it plans a network", 0, 3),
)

PLACES = {weight.name: np.int64(place) for place, weight in enumerate(WEIGHTS)}  # of each weight in `own.weights`
TURN = PLACES["turn"]
TRAIN = PLACES["train"]
POINTS = PLACES["points"]
HAND = PLACES["hand"]
CONTEST = PLACES["contest"]
EAGER = PLACES["eager"]
TICKETS = PLACES["tickets"]
EACH_TICKET = PLACES["each_ticket"]
EARLY_TICKETS = PLACES["early_tickets"]
LONG_TICKETS = PLACES["long_tickets"]
LONGEST = PLACES["longest"]
BLOCK = PLACES["block"]
ENDING = PLACES["ending"]
RISK = PLACES["risk"]
WILD_WORTH = PLACES["wild"]
SPARE = PLACES["spare"]
COMPANY = PLACES["company"]
GLOBETROTTER = PLACES["globetrotter"]
COUNTRIES = PLACES["countries"]
DISTRICTS = PLACES["districts"]
MANDALAS = PLACES["mandalas"]
