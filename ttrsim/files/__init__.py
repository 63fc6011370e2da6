"""Users' files: all faults of a file are reported at once, and a file is written completely or not at all."""
