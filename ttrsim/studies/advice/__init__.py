"""Decisions, judged by playing them out: advice on one, and the analysis of a whole game."""
