"""What the kernel's fixed-size records hold; the loader refuses a board beyond them."""

MAX_CITIES = 64
MAX_ROUTES = 128
MAX_TICKETS = 64
MAX_PLAYERS = 5
MAX_LENGTH = 9
MAX_MARKET = 7
MAX_STATIONS = 3
MAX_OFFER = 8
MAX_BOTS = 12  # different bots of one run
MAX_TRAINS = 60  # so a seat owns at most 60 routes: they fit one word in the search for the longest path
MAX_TRIAL_GAMES = 2_048  # games of a chunk of an experiment
MAX_CHUNK = 16_384  # games whose rows one buffer of the kernel holds
