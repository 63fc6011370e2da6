"""Regression: baselines of runs, comparisons with them, thresholds, and sequential tests of bots."""
