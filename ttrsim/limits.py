"""What the fixed-size records and the integers of every kernel hold."""

MAX_PLAYERS = 5
MAX_BOTS = 12  # how many different bots one run can have
MAX_TRIAL_GAMES = 2_048  # how many games a chunk of an experiment has
MAX_CHUNK = 16_384  # how many games fit into one buffer of the kernel

MAX_SEED = 2**63 - 1  # the largest integer of a kernel
MAX_GAME = 2**53  # the number of a game
