"""Trails: ways through a network that use each edge once, and nodes as often as they like.

In a connected network with at most two nodes of odd degree one trail uses all of it (Euler). Otherwise a trail that
cannot be made longer joins two odd nodes a and b, and its edges are one of the sets in which only a and b have odd
degree: the way from a to b in a spanning tree, changed by any combination of the network's independent cycles. So a
search tries (pairs of odd nodes) × 2^(cycles) sets. Networks of games have few cycles; `docs/decisions` tells how many
there can be.

The edges of the network at hand have places 0, 1, … so that a set of them is one word.
"""

from __future__ import annotations

import numpy as np

from ttrsim.machine.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.machine.jit import inlined, inner


def network_record(n_nodes: int, n_edges: int) -> np.dtype:
    """The record that `span` fills: a connected network of at most this many nodes and edges."""
    return np.dtype(
        [
            ("reached", np.uint64),  # its nodes
            ("n_places", np.int64),
            ("edge", np.int16, n_edges),  # [place]
            ("sum_of_ends", np.int64, n_edges),  # [place] of the numbers of its two nodes
            ("places_at", np.uint64, n_nodes),  # [node]
            ("way_to", np.uint64, n_nodes),  # [node] places of the way to it in the spanning tree
            ("n_cycles", np.int64),
            ("cycles", np.uint64, n_edges),  # places of each
        ],
        align=True,
    )


@inlined
def span(board, at, start, edges_0, edges_1, network):
    """The network of these edges that hangs together with a node; `at` are the edges at each node of the board."""
    network.n_places = network.n_cycles = 0
    network.reached = bit(start)
    network.way_to[start] = network.places_at[start] = NOTHING
    done = NOTHING
    while network.reached & ~done != NOTHING:
        node = lowest(network.reached & ~done)
        done |= bit(node)
        add_edges(board, node, at[node, 0] & edges_0, np.int64(0), network)
        add_edges(board, node, at[node, 1] & edges_1, np.int64(1), network)
        edges_0 &= ~at[node, 0]
        edges_1 &= ~at[node, 1]


@inner
def add_edges(board, node, edges, word, network):
    """Gives the edges at a node their places, and notes the branch of the tree or the cycle that each makes."""
    while edges != NOTHING:
        edge = lowest(edges) + 64 * word
        edges = without_lowest(edges)
        number, place = network.n_places, bit(network.n_places)
        ends = np.int64(board.a[edge]) + np.int64(board.b[edge])
        far = ends - node
        network.edge[number] = edge
        network.sum_of_ends[number] = ends
        network.n_places += 1
        network.places_at[node] |= place
        if network.reached & bit(far) == NOTHING:
            network.reached |= bit(far)
            network.places_at[far] = place
            network.way_to[far] = network.way_to[node] | place
        else:
            network.places_at[far] |= place
            network.cycles[network.n_cycles] = network.way_to[node] ^ network.way_to[far] ^ place
            network.n_cycles += 1


@inner
def joined_to(node, places, network):
    """Those of some places that hang together with a node, and the nodes that they reach."""
    part, reached, new = NOTHING, bit(node), bit(node)
    while new != NOTHING:
        node = lowest(new)
        new = without_lowest(new)
        onward = network.places_at[node] & places & ~part
        part |= onward
        while onward != NOTHING:
            far = bit(network.sum_of_ends[lowest(onward)] - node)
            onward = without_lowest(onward)
            new |= far & ~reached
            reached |= far
    return part, reached
