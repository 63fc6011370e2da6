"""What can be set about `planner`, and so about the bots that are `planner` with other weights."""

from __future__ import annotations

import numpy as np

from ttrsim.botkit import Weight

WEIGHTS = (
    Weight("turn", 1.0, "what a turn is worth, in the points that a turn brings with the board's routes on average"),
    Weight("train", 0.75, "points that a train is worth"),
    Weight("points", 0.8, "how much the points of routes count when a network is planned"),
    Weight("hand", 0.2, "how much cards in hand lower the cost of a route when a network is planned"),
    Weight("contest", 0.5, "wilds it spends for each other player at the ends of a planned route, to have it now"),
    Weight("eager", 0.0, "wilds it spends on any planned route, to have it now"),
    Weight("tickets", -1.5, "points added to what an offer of tickets seems to be worth"),
    Weight("each_ticket", 0.0, "points added for every ticket of an offer that it keeps"),
    Weight("early_tickets", 100.0, "turns to spare beyond the plan at which it looks for more tickets"),
    Weight("long_tickets", 0.0, "points it adds for each point by which a ticket beats the board's mean"),
    Weight("longest", 0.2, "points it sees in each train that makes its longest path longer"),
    Weight("block", 0.0, "points it sees in a route for each other player who has routes at both of its ends"),
    Weight("ending", 0.0, "points it sees in each train laid while it is ahead, to end the game"),
    Weight("risk", 0.15, "part of the turns left that it wants to spare when its network is finished"),
    Weight("wild", 1.4, "cards that a wild is worth"),
    Weight("spare", 0.5, "cards that a card is worth which no planned route needs"),
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
) = (np.int64(place) for place in range(len(WEIGHTS)))
