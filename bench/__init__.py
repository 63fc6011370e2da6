"""Measurements of what the project promises. Not tests: a noisy machine must not fail a build."""
