"""Tuning: a search for the weights with which a bot wins most."""
