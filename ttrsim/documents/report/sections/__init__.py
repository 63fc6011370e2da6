"""The questions that every game has, one file each; a game adds its own."""
