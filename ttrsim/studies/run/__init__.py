"""Runs of scenarios and suites."""
