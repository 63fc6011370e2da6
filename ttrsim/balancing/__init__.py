"""Rebalancing a board: moves the numbers that a designer allows until tickets, seats or other targets are fair."""

DEFAULT_BAND = 3.0  # percentage points on either side
DEFAULT_GAMES = 3_000_000
MAX_BAND = 50.0
