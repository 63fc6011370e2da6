"""A bot that joins the cities of its tickets, the most valuable ticket first. `ttrsim bots check` checks it."""

from ttrsim import botkit as kit
from ttrsim.botkit import bot, helper

NO_TICKET = -1


@helper
def next_ticket(board, public, own):
    """Its most valuable ticket that is not completed and still can be."""
    best = NO_TICKET
    for ticket in range(board.n_tickets):
        if not kit.is_in(own.tickets, ticket):
            continue
        trains = kit.trains_to_complete(board, public, own, ticket)
        is_possible = 0 < trains <= public.trains[own.seat]
        if is_possible and (best == NO_TICKET or board.ticket_points[ticket] > board.ticket_points[best]):
            best = ticket
    return best


@bot()
def connector(board, public, own):
    """Claims what lies on the way of its next ticket, and draws cards otherwise."""
    if public.question == kit.KEEP_TICKETS:
        return kit.keep(kit.most_keepable(board, public, own))
    if public.question == kit.PAY_TUNNEL:
        return kit.cheapest_extra(public, own)
    ticket = next_ticket(board, public, own)
    if public.question == kit.CHOOSE_ACTION:
        for route in range(board.n_routes):
            if kit.can_afford(board, public, own, route):
                if ticket == NO_TICKET:
                    return kit.cheapest_claim(board, own, route)
                way = kit.routes_to_complete(board, public, own, ticket)
                if kit.is_on(way, route):
                    return kit.cheapest_claim(board, own, route)
    if kit.may_take(public, kit.FROM_PILE):
        return kit.draw(kit.FROM_PILE)
    return kit.legal_decisions(board, public, own)[0]
