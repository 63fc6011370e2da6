"""Decisions played out: each in the same worlds, to the end of the game, by bots that play on."""
