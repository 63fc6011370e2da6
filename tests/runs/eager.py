"""A user's bot with weights, for tests: it claims with a given chance and draws from the pile otherwise."""

from ttrsim.botkit import (
    CHOOSE_ACTION,
    FROM_PILE,
    KEEP_TICKETS,
    SECOND_CARD,
    Weight,
    bot,
    can_draw,
    claim,
    claimable,
    decline,
    draw,
    draw_tickets,
    keep,
    lowest,
    may_take,
    nth_payment,
    uniform,
)

WEIGHTS = (
    Weight("eagerness", 0.5, "chance to claim a route when one can be claimed"),
    Weight("patience", 0.0, "nothing yet"),
)


@bot(weights=WEIGHTS)
def eager(board, public, own):
    """Claims at random, else draws."""
    if public.question == KEEP_TICKETS:
        return keep((1 << own.n_offer) - 1)
    if public.question == SECOND_CARD or public.question == CHOOSE_ACTION:
        routes_0, routes_1 = claimable(board, public, own)
        wants = not can_draw(public) or uniform(own.stream) < own.weights[0]
        if public.question == CHOOSE_ACTION and routes_0 | routes_1 != 0 and wants:
            route = lowest(routes_0) if routes_0 != 0 else lowest(routes_1) + 64
            length, colour, wilds = int(board.length[route]), int(board.colour[route]), int(board.wilds[route])
            paid_colour, paid_wilds = nth_payment(own, length, colour, wilds, 0)
            return claim(route, paid_colour, paid_wilds)
        if may_take(public, FROM_PILE):
            return draw(FROM_PILE)
        for slot in range(5):
            if may_take(public, slot):
                return draw(slot)
        return draw_tickets()
    return decline()
