"""Positions of games, to look at and to play on from: `ttrsim.Position` (docs/positions.md)."""
