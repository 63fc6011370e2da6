"""What can be set about `planner`, and so about the bots that are `planner` with other weights."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import Weight

WEIGHTS = (
    Weight("turn", 0.95, "what a turn is worth, in the points that a turn brings with the board's routes on average"),
    Weight("train", 0.95, "points that a train is worth"),
    Weight("points", 0.75, "how much the points of routes count when a network is planned"),
    Weight("hand", 0.3, "how much cards in hand lower the cost of a route when a network is planned"),
    Weight("contest", 0.6, "wilds it spends for each other player at the ends of a planned route, to have it now"),
    Weight("eager", -0.4, "wilds it spends on any planned route, to have it now; below 0 it waits, needing none"),
    Weight("tickets", 5.0, "points added to what an offer of tickets seems to be worth"),
    Weight("each_ticket", -2.0, "points added for every ticket of an offer that it keeps"),
    Weight("early_tickets", 19.0, "turns to spare beyond the plan at which it looks for more tickets"),
    Weight("long_tickets", 0.4, "points it adds for each point by which a ticket beats the board's mean"),
    Weight("longest", 0.2, "points it sees in each train that makes its longest path longer"),
    Weight("block", 0.0, "points it sees in a route for each other player who has routes at both of its ends"),
    Weight("ending", 0.0, "points it sees in each train laid while it is ahead, to end the game"),
    Weight("risk", -0.13, "part of the turns left that it wants to spare when its network is finished"),
    Weight("wild", 1.65, "cards that a wild is worth"),
    Weight("spare", 0.65, "cards that a card is worth which no planned route needs"),
    Weight("company", 2.0, "it draws tickets while it has fewer than so many more than the player with the fewest"),
)

(
    TURN,
    TRAIN,
    POINTS,
    HAND,
    CONTEST,
    EAGER,
    TICKETS,
    EACH_TICKET,
    EARLY_TICKETS,
    LONG_TICKETS,
    LONGEST,
    BLOCK,
    ENDING,
    RISK,
    WILD_WORTH,
    SPARE,
    COMPANY,
) = (np.int64(place) for place in range(len(WEIGHTS)))
