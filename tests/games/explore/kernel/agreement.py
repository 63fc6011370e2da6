"""`python -m tests.games.explore.kernel.agreement [GAMES]`: the solver against the oracle on many boards.

Played boards and dense ones against trying every trail; the densest, where that takes too long, by the
solver's two searches against each other.
"""

import sys

import numpy as np

from tests.games.explore.kernel.dense import dense_map
from tests.games.explore.kernel.harness import BY_SETS, BY_TRAILS, Kernel
from tests.games.explore.kernel.positions import played_maps
from tests.games.explore.kernel.test_route import agree

N_DENSE = 500  # for each number of segments


def main(n_games: int) -> None:
    kernel = Kernel()
    maps = played_maps(n_games)
    for drawn, tourists in maps:
        agree(kernel, drawn, tourists)
    sizes = [len(drawn) for drawn, _ in maps]
    print(f"{len(maps):,} played boards of {min(sizes)} to {max(sizes)} segments agree", flush=True)
    rng = np.random.default_rng(1)
    for n_segments in (9, 12, 15, 18):
        for _ in range(N_DENSE):
            agree(kernel, *dense_map(rng, n_segments))
        print(f"{N_DENSE} dense boards of {n_segments} segments agree", flush=True)
    for n_segments in (20, 24, 28, 32, 36):
        for _ in range(N_DENSE):
            kernel.draw_map(*dense_map(rng, n_segments))
            assert kernel.best_route(BY_SETS)[0] == kernel.best_route(BY_TRAILS)[0]
        print(f"{N_DENSE} dense boards of {n_segments} segments: both searches agree", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4_000)
