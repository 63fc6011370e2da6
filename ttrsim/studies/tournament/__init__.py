"""Tournaments: who plays whom, the games, and the ladder that comes out of them."""

DEFAULT_DEALS = 1_000
MIN_DEALS, MAX_DEALS = 2, 1_000_000  # an interval needs two
