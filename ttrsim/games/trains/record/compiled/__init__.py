"""The search for cards that nobody wrote down, compiled."""

SOURCES = ("ttrsim.games.trains.record.compiled",)
