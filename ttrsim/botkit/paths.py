"""The search for paths with costs of your own, under the name that users import."""

from ttrsim.games.trains.kernel.paths import *  # noqa: F403
