"""The version of the rules as this engine plays them."""

from __future__ import annotations

# Changes when behaviour changes, and only then: the same seed, game and bots play the same game as long as it stays.
RULES_VERSION = 1

CODE = ("games/trains/kernel", "games/trains/botkit", "games/trains/bots")  # the folders that decide how a game goes
