"""Rebalancing a board: changes the numbers that the designer allows until tickets, seats or other targets are fair."""

DEFAULT_BAND = 3.0  # percentage points on either side
DEFAULT_GAMES = 3_000_000
MAX_BAND = 50.0
