"""What bots of Ticket to Ride are made of, under the name that users import. `docs/bots.md` explains it."""

from ttrsim.games.trains.botkit import *  # noqa: F403
from ttrsim.games.trains.botkit import __all__ as __all__
