"""Bots that write to what they may only read, reach outside of what there is, or crash; and what is said of each."""

from __future__ import annotations

HEAD = """
import numpy as np

from ttrsim import botkit as kit
from ttrsim.botkit import bot, helper


@helper
def anything(board, public, own):
    decisions = kit.legal_decisions(board, public, own)
    return decisions[kit.below(own.stream, len(decisions))]


@helper
def deeper(n):
    if n < 0:
        return n
    return 3 * deeper(n + 1) + n * deeper(n + 2)


@helper
def down(own, n):
    if n < 0:
        return own.memory[0]
    return 3 * down(own, n + 1) + n * down(own, n + 2)


"""
BOT = '''@bot()
def mine(board, public, own):
    """Cheats."""
{lines}
    return anything(board, public, own)
'''

# what it does, and part of the message
CHEATS = {
    "public.trains[own.seat] = 40": "wrote to public.trains[",
    "public.trains[1 - own.seat] -= 1": "wrote to public.trains[",
    "own.hand[0] = 9": "wrote to own.hand[0]",
    "own.hand[kit.WILD] += 1": "wrote to own.hand[8]",
    "public.market[0] = 8": "wrote to public.market[0]",
    "board.ticket_points[0] = 99": "wrote to board.ticket_points[0]",
    "board.length[:] = 1": "wrote to board.length[",
    "board.points[own.seat] += 1": "wrote to board.points[",
    "board.rules.offer_keep = 3": "wrote to board.rules.offer_keep",
    "public.question = 7": "asked keep_tickets: ",
    "public.asked = 1 - own.seat": "wrote to public.asked",
    "public.turn = 0 * public.turn + 500": "wrote to public.turn",
    "public.last_turns = 5": "wrote to public.last_turns",
    "public.owner[3] = own.seat": "wrote to public.owner[3]",
    "public.owned[own.seat, 0] |= kit.bit(3)": "wrote to public.owned[",
    "public.open_to[1 - own.seat, 0] = kit.NOTHING": "wrote to public.open_to[",
    "public.pile_size = 3": "wrote to public.pile_size",
    "public.discards[0] += 1": "wrote to public.discards[0]",
    "public.route_points[own.seat] += 5": "wrote to public.route_points[",
    "public.hand_size[own.seat] = 1": "wrote to public.hand_size[",
    "public.known[1 - own.seat, 2] = 3": "wrote to public.known[",
    "own.tickets[0] = kit.NOTHING - np.uint64(own.seat + 1)": "wrote to own.tickets[0]",
    "own.n_offer = 0 * own.n_offer + 5": "wrote to own.n_offer",
    "own.offer[0] += 1": "wrote to own.offer[0]",
    "own.weights[0] = 3.5": "wrote to own.weights[0]",
    "own.seat = 1 - own.seat": "wrote to own.seat",
    "own.left[1] = kit.bit(5)": "wrote to own.left[1]",
    "own.must_keep = 1": "wrote to own.must_keep",
    "own.restriction.barred = 1": "wrote to own.restriction.barred",
    "if public.turn > 20:\n    own.hand[0] += 1": "wrote to own.hand[0]",
    "if public.question == kit.SECOND_CARD:\n    public.market[1] = 8 - public.market[1]": "wrote to public.market[1]",
    "for place in range(1000):\n    public.market[place] = 0": "index is out of bounds",
    "public.market[10**9 + public.turn] = 0": "index is out of bounds",
    "own.memory[32 + own.seat] = 1": "index is out of bounds",
    "own.memory[-40 - own.seat] = 1": "index is out of bounds",
    "own.memory[0] += board.length[10**7 * (1 + own.seat)]": "index is out of bounds",
    "own.memory[0] = np.zeros(4, np.int64)[public.turn + 4]": "index is out of bounds",
    "np.zeros(4)[100 + public.turn] = 1.0": "index is out of bounds",
    "own.memory[0] = deeper(own.seat)": "the bot crashed (SIGSEGV): it calls itself without end",
    "own.memory[0] = down(own, public.turn)": "the bot crashed (SIGSEGV): it calls itself without end",
    "if kit.is_in(own.tickets, (public.turn + 1) << 40):\n    own.memory[0] = 1": "the bot crashed (SIGSEGV)",
    "own.memory[0] = kit.cheapest_claim(board, own, (public.turn + 1) << 40)": "the bot crashed (SIGSEGV)",
    "own.memory[0] = kit.list_candidates(board, public, own, np.zeros(1, np.int64))": "list_candidates",
    "own.memory[0] = len(np.zeros(1 << 44 | public.turn))": "Error",
    "own.memory[0] = np.zeros(public.turn - 10).size": "Error",
    "return public.turn - 9": "made an illegal decision",
    "return kit.keep(0)": "made an illegal decision",
    "raise ValueError('no idea')": "ValueError: no idea",
    "assert public.turn < 3": "AssertionError",
}


def source(lines: str) -> str:
    return HEAD + BOT.format(lines="\n".join(f"    {line}" for line in lines.splitlines()))
