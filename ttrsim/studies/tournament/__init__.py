"""Tournaments: who plays whom, the games, and the ladder that comes out of them."""
