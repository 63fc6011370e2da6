"""Maps that no game leaves: clusters of neighbouring segments, full of loops, and tourists anywhere."""

from tests.games.explore.oracle.roads import ENDS, ROADS

N_TOURIST_BLOCKS = 9


def dense_map(rng, n_segments):
    """Drawn segments and tourists; `rng` is a numpy generator."""
    at = {(int(rng.integers(1, 6)), int(rng.integers(1, 6)))}
    drawn = []
    while len(drawn) < n_segments:
        near = [name for name in ROADS if name not in drawn and at.intersection(ENDS[name])]
        closing = [name for name in near if at.issuperset(ENDS[name])]
        name = str(rng.choice(closing or near))
        drawn.append(name)
        at.update(ENDS[name])
    numbers = rng.choice(36, N_TOURIST_BLOCKS, replace=False).tolist()
    tourists = {(n % 6 + 1, n // 6 + 1): "".join(rng.choice(list("RGB"), rng.integers(1, 7))) for n in numbers}
    return drawn, tourists
