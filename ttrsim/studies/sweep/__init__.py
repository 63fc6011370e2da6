"""Sweeps: the same scenario with other values of some keys, all on the same deals."""
