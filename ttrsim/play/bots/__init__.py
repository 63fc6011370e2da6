"""Bots by name: built-in ones, and users' own."""
