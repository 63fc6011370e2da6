"""Positions of Ticket to Ride, and a bot asked in them: the code that all games share, with the rules of this one."""

from __future__ import annotations

from ttrsim.compiled.positions import compile_steps
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.stepping.redeal import redeal

STEPS = compile_steps(KERNEL, redeal)
