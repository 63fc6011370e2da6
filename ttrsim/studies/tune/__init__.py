"""Tuning: searches for the weights with which a bot wins most against a pool of others."""

DEFAULT_GAMES = 1_000_000
DEFAULT_DEALS = 250  # of a generation
MIN_DEALS, MAX_DEALS = 30, 100_000  # an interval needs 30
