"""Explore New York again in plain Python, written from the rules alone; nothing of the package is used."""
