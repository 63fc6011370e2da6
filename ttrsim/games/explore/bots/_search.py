"""The search for the best turn, one turn deep: every block that may be chosen, and ways to draw from there.

How a bot looks at a turn stands in its outlook; `answer` is all the rest of a bot that searches.
"""

from __future__ import annotations

from ttrsim.games.explore import botkit as kit
from ttrsim.games.explore.botkit import helper
from ttrsim.games.explore.bots._outlook import EVERY_ROAD, NO_DECISION, best_proposal, break_ties, propose

NO_WORTH = -1e9


@helper
def propose_single(board, map_, block, roads, outlook):
    _, reached, _ = kit.reach_of(board, map_)
    for word in range(2):
        segments = kit.undrawn(board, map_, word)
        while segments != kit.NOTHING:
            segment = kit.lowest(segments) + 64 * word
            segments = kit.without_lowest(segments)
            if roads == EVERY_ROAD or board.ends[segment] & ~reached == kit.NOTHING:
                outlook.trial = map_
                kit.draw_segment(board, outlook.trial, block, segment)
                propose(board, outlook.trial, kit.draw_single(segment), outlook)


@helper
def propose_seconds(board, block, first, outlook):
    """The first connection is drawn on `outlook.begun`."""
    for word in range(2):
        segments = kit.continuations(board, outlook.begun, first, word)
        while segments != kit.NOTHING:
            second = kit.lowest(segments) + 64 * word
            segments = kit.without_lowest(segments)
            outlook.trial = outlook.begun
            kit.draw_segment(board, outlook.trial, block, second)
            propose(board, outlook.trial, kit.draw_joined(first, second), outlook)


@helper
def propose_joined(board, map_, block, outlook):
    for word in range(2):
        firsts = kit.first_sides(board, map_, block, word)
        while firsts != kit.NOTHING:
            first = kit.lowest(firsts) + 64 * word
            firsts = kit.without_lowest(firsts)
            outlook.begun = map_
            kit.draw_segment(board, outlook.begun, block, first)
            propose_seconds(board, block, first, outlook)


@helper
def try_normal(board, map_, block, one, other, outlook, best):
    outlook.placed = map_
    kit.place_cards(board, outlook.placed, block, one, other)
    return best_drawing(board, outlook.placed, block, outlook, best)


@helper
def best_drawing(board, map_, block, outlook, best):
    """The best one connection or two joined ones, once the block has its tourists."""
    outlook.n = 0
    propose_joined(board, map_, block, outlook)
    roads = outlook.roads if outlook.n > 0 else EVERY_ROAD  # §6.4: maybe no two joined ones can be drawn from here
    propose_single(board, map_, block, roads, outlook)
    return best_proposal(board, map_, block, best, outlook)


@helper
def try_fallback(board, map_, block, kind, outlook, best):
    outlook.placed = map_
    kit.place_one(outlook.placed, block, kind)
    return best_single(board, outlook.placed, block, outlook, best)


@helper
def best_single(board, map_, block, outlook, best):
    """The best one connection on any road."""
    outlook.n = 0
    propose_single(board, map_, block, EVERY_ROAD, outlook)
    return best_proposal(board, map_, block, best, outlook)


@helper
def best_normal(board, map_, blocks, one, other, outlook):
    best, choice, drawing = NO_WORTH, NO_DECISION, NO_DECISION
    while blocks != kit.NOTHING:
        block = kit.lowest(blocks)
        blocks = kit.without_lowest(blocks)
        value, candidate = try_normal(board, map_, block, one, other, outlook, best)
        if candidate != NO_DECISION:
            best, choice, drawing = value, kit.choose_block(block, kit.NO_KIND), candidate
    return best, choice, drawing


@helper
def best_fallback(board, map_, outlook):
    best, choice, drawing = NO_WORTH, NO_DECISION, NO_DECISION
    blocks = board.all_blocks & ~map_.occupied
    while blocks != kit.NOTHING:
        block = kit.lowest(blocks)
        blocks = kit.without_lowest(blocks)
        for kind in range(kit.N_KINDS):
            value, candidate = try_fallback(board, map_, block, kind, outlook, best)
            if candidate != NO_DECISION:
                best, choice, drawing = value, kit.choose_block(block, kind), candidate
    return best, choice, drawing


@helper
def best_turn(board, map_, one, other, outlook):
    """What the best turn with two action cards is worth, its block and its drawing, without connections for `+`."""
    blocks = kit.offered_blocks(board, one, other, map_.occupied)
    if blocks == kit.NOTHING:
        return best_fallback(board, map_, outlook)
    return best_normal(board, map_, blocks, one, other, outlook)


@helper
def drawing_for(board, public, map_, outlook):
    """What to draw for a block that somebody else chose: the bot was set down in the middle of a turn."""
    if public.fallback == 1:
        _, drawing = best_single(board, map_, public.block, outlook, NO_WORTH)
    else:
        _, drawing = best_drawing(board, map_, public.block, outlook, NO_WORTH)
    return drawing


@helper
def pair_worth(board, public, seat, one, other, outlook):
    """What two cards are worth to a seat as action cards."""
    value, _, _ = best_turn(board, public.maps[seat], one, other, outlook)
    return value + outlook.plus * (board.plus[one] + board.plus[other])


@helper
def discard_but(public, one, other):
    """Discards the first card that is neither of the two places."""
    for place in range(public.n_open):
        if place != one and place != other:
            return kit.discard(place)
    return NO_DECISION


@helper
def worth_to_others(board, public, seat, one, other, outlook):
    """What two cards are worth to the other seats, on average."""
    total = 0.0
    for rival in range(public.n_seats):
        if rival != seat:
            total += pair_worth(board, public, rival, one, other, outlook)
    return total / (public.n_seats - 1)


@helper
def keep_best_pair(board, public, seat, outlook):
    best, choice = 2 * NO_WORTH, NO_DECISION
    for first in range(public.n_open):
        for second in range(first):
            one, other = public.open[first], public.open[second]
            value = pair_worth(board, public, seat, one, other, outlook)
            if outlook.spite != 0:
                value -= outlook.spite * worth_to_others(board, public, seat, one, other, outlook)
            if value > best:
                best, choice = value, discard_but(public, first, second)
    return choice


@helper
def answer(board, public, own, outlook):
    """What a bot with this outlook decides; it notes how it will draw after it chose a block."""
    break_ties(own, outlook)
    map_ = public.maps[own.seat]
    if public.question == kit.DISCARD:
        return keep_best_pair(board, public, own.seat, outlook)
    if public.question == kit.CHOOSE_BLOCK:
        _, choice, own.memory[0] = best_turn(board, map_, public.open[0], public.open[1], outlook)
        return choice
    if public.question == kit.DRAW:
        return own.memory[0] if own.memory[0] != NO_DECISION else drawing_for(board, public, map_, outlook)
    _, choice = best_single(board, map_, public.block, outlook, NO_WORTH)
    return choice
