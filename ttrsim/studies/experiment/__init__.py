"""Searches that need several experiments: break-even points of tickets whose printed number the bots know."""
