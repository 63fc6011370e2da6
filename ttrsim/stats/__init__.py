"""Statistics, and nothing of the game: arrays in, numbers out."""
