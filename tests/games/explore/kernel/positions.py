"""Maps as games leave them."""

from functools import cache

from tests.games.explore.kernel.harness import KINDS, built_in, segments_in
from tests.games.explore.table import Table
from ttrsim.games.explore.board.geometry import BLOCKS
from ttrsim.games.explore.bots.greedy import greedy
from ttrsim.games.explore.bots.random import random


def as_drawn(map_):
    """Drawn segments and tourists of a MAP record."""
    tourists = {
        block: "".join(kind * int(n) for kind, n in zip(KINDS, map_["tourists"][number], strict=True))
        for number, block in enumerate(BLOCKS)
        if map_["tourists"][number].any()
    }
    return sorted(segments_in(map_["drawn"])), tourists


@cache
def played_maps(n_games):
    """The maps of random and greedy players after games of 8 rounds, and after as many of 9."""
    maps = []
    for bots in ([random, greedy], [random, greedy, random]):
        table = Table(built_in(), bots)
        for game in range(n_games):
            table.play(11, game, 1)
            maps += [as_drawn(map_) for map_ in table.maps]
    return maps
