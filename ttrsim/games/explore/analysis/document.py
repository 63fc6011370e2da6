"""What `docs/metrics.md` says of this game besides its metrics."""

from __future__ import annotations

from ttrsim.games.explore.analysis.cards import differences

BATCH = """\
A batch has the tables `games`, `seats`, `turns` and `cards`; the last two also have the seat's `bot`, `points`,
`win_share` and `won`. A block is named by its x and y, a café by those of its crossing, a road as in
[boards](boards.md).

### Card differences

"""


TEXT = (BATCH + (differences.__doc__ or "").strip()).strip()
