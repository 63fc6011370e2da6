"""`spoiler`: like `architect`, but as first player it keeps the two cards that help it more than the others."""

from __future__ import annotations

from ttrsim.games.explore.bots.architect import architect

spoiler = architect.variant(
    "The architect, but as first player it keeps the two cards that are better for it than for the others.", spite=0.5
)
