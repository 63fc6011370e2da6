"""What the fixed-size records of every kernel hold."""

MAX_PLAYERS = 5
MAX_BOTS = 12  # different bots of one run
MAX_TRIAL_GAMES = 2_048  # games of a chunk of an experiment
MAX_CHUNK = 16_384  # games whose rows one buffer of the kernel holds
