"""Rebalancing a board: changes the numbers that the designer allows until tickets, seats or other targets are fair."""

DEFAULT_BAND = 3.0  # percentage points on either side
MAX_BAND = 50.0
MOST_GAMES = 20_000_000  # that a band may ask for
