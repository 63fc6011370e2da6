"""Positions of Explore New York, and a bot asked in them: the code that all games share, with the rules of this one."""

from __future__ import annotations

from ttrsim.compiled.positions import compile_steps
from ttrsim.games.explore.kernel.description import KERNEL
from ttrsim.games.explore.stepping.redeal import redeal

STEPS = compile_steps(KERNEL, redeal)
