"""Worlds to search in, under the name that users import."""

from ttrsim.games.trains.botkit.worlds import *  # noqa: F403
