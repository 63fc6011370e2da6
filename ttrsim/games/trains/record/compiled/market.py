"""Simulated annealing over the colours of cards and the slots they were taken from (see `imagined.py`)."""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.games.trains.record.compiled import SOURCES
from ttrsim.machine.jit import array_of, entry, inner
from ttrsim.machine.rng import STREAM, below, uniform

TURN, TAKE, SWEEP, PAY, REVEAL, MARKET = (np.int64(kind) for kind in range(6))  # kinds of steps
STEP = np.dtype([("kind", np.int64), ("value", np.int64), ("n", np.int64), ("extra", np.int64)], align=True)
HOT, COLD = 0.5, 0.1  # temperatures
TO_SLOT, TO_COLOUR = 50, 75  # percent of the changes up to which a slot or a colour changes; the rest swap two colours


@inner
def place_cards(steps, rules, slots, market, free, colours, is_taken):
    """The colours of all cards: those that were taken have the one they were taken for."""
    colours[:] = free
    is_taken[:] = 0
    n_left = taken = np.int64(0)
    for step in steps:
        if step.kind == TAKE:
            card = market[slots[taken]]
            colours[card], is_taken[card] = step.value, 1
            market[slots[taken]] = n_left
            taken += 1
            n_left += 1
        elif step.kind in (SWEEP, MARKET):
            for slot in range(rules[0]):
                market[slot] = n_left
                n_left += 1
        elif step.kind == TURN:
            n_left += 1
        elif step.kind == REVEAL:
            n_left += step.n


@inner
def cost_of(steps, paid, cycle_starts, deck, rules, slots, market, colours, pile, discards):
    """How much is wrong: wilds in the market, costs of tunnels, and cards that came from a pile without being in it."""
    size, flush, wild = rules[0], rules[1], rules[2]
    n_colours = len(deck)
    for colour in range(n_colours):
        pile[colour], discards[colour] = deck[colour], 0
    n_left = taken = cycle = cost = wilds = np.int64(0)
    next_cycle = cycle_starts[0] if len(cycle_starts) > 0 else np.int64(-1)
    is_open = False  # whether the market must have few wilds, unless it is swept next
    for step in steps:
        kind, turned = step.kind, np.int64(0)
        if kind in (TURN, TAKE):
            turned = np.int64(1)
        elif kind in (SWEEP, MARKET):
            turned = size
        elif kind == REVEAL:
            turned = step.n
        if is_open and kind in (TAKE, SWEEP):
            cost += max(np.int64(0), flush - wilds) if kind == SWEEP else max(np.int64(0), wilds - flush + 1)
        if kind == SWEEP:
            for slot in range(size):
                discards[colours[market[slot]]] += 1
            wilds = np.int64(0)
        elif kind == PAY:
            for colour in range(n_colours):
                discards[colour] += paid[step.value, colour]
        elif kind == TAKE:
            wilds -= np.int64(step.value == wild)
        matches = np.int64(0)
        for number in range(turned):
            if n_left == next_cycle:
                for colour in range(n_colours):
                    pile[colour], discards[colour] = discards[colour], 0
                cycle += 1
                next_cycle = cycle_starts[cycle] if cycle < len(cycle_starts) else np.int64(-1)
            colour = colours[n_left]
            pile[colour] -= 1
            cost += np.int64(pile[colour] < 0)
            if kind == TAKE:
                market[slots[taken]] = n_left
                wilds += np.int64(colour == wild)
            elif kind in (SWEEP, MARKET):
                market[number] = n_left
                wilds += np.int64(colour == wild)
            elif kind == REVEAL:
                matches += np.int64(colour == step.value or colour == wild)
            n_left += 1
        if kind == TAKE:
            taken += 1
        elif kind == REVEAL:
            cost += abs(matches - step.extra)
            for number in range(turned):
                discards[colours[n_left - turned + number]] += 1
        is_open = is_open or kind == MARKET
    return cost + max(np.int64(0), wilds - flush + 1)


_numbers = types.int64[::1]


@entry(
    types.int64(
        array_of(STEP),
        types.int64[:, ::1],
        *[_numbers] * 4,
        array_of(STREAM),
        types.int64,
        *[_numbers] * 3,
    ),
    SOURCES,
)
def anneal(steps, paid, cycle_starts, deck, rules, unknown, streams, n_tries, slots, free, colours):
    """Changes `slots` and `free` until nothing is wrong; returns what is still wrong. `colours` are those of all."""
    stream = streams[0]
    market, pile, discards = np.zeros(rules[0], np.int64), np.zeros_like(deck), np.zeros_like(deck)
    is_taken = np.zeros_like(colours)
    place_cards(steps, rules, slots, market, free, colours, is_taken)
    cost = cost_of(steps, paid, cycle_starts, deck, rules, slots, market, colours, pile, discards)
    for number in range(n_tries):
        if cost == 0 or len(unknown) == 0:
            break
        kind = below(stream, 100)
        first = second = unknown[below(stream, len(unknown))]
        if kind < TO_SLOT and len(slots) > 0:
            place = below(stream, len(slots))
            before, slots[place] = slots[place], below(stream, rules[0])
            place_cards(steps, rules, slots, market, free, colours, is_taken)
        elif is_taken[first] == 1:
            continue
        elif kind < TO_COLOUR:
            before = free[first]
            free[first] = colours[first] = below(stream, len(deck))
        else:
            second = unknown[below(stream, len(unknown))]
            if is_taken[second] == 1 or free[first] == free[second]:
                continue
            free[first], free[second] = free[second], free[first]
            colours[first], colours[second] = free[first], free[second]
        new_cost = cost_of(steps, paid, cycle_starts, deck, rules, slots, market, colours, pile, discards)
        heat = HOT * (COLD / HOT) ** (number / n_tries)
        if new_cost <= cost or uniform(stream) < np.exp((cost - new_cost) / heat):
            cost = new_cost
        elif kind < TO_SLOT and len(slots) > 0:
            slots[place] = before
            place_cards(steps, rules, slots, market, free, colours, is_taken)
        elif kind < TO_COLOUR:
            free[first] = colours[first] = before
        else:
            free[first], free[second] = free[second], free[first]
            colours[first], colours[second] = free[first], free[second]
    return cost
