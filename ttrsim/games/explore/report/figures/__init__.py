"""The pictures of this game, one file for each section."""
