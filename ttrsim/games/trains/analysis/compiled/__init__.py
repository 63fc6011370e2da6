"""What looks at every claim and ticket of a game, compiled."""

SOURCES = ("ttrsim.measures.adding", "ttrsim.games.trains.analysis.compiled")
