"""What the fixed-size records of this kernel hold; the loader refuses a board beyond them."""

MAX_CITIES = 64
MAX_ROUTES = 128
MAX_TICKETS = 128  # two words
MAX_ENDS = 8  # of a ticket
MAX_DISTRICTS = 16
MAX_MANDALAS = 12  # the last number of mandalas that can bring more points
MAX_LENGTH = 10
MAX_SET_ROUTES = 32  # routes that take sets of any cards
MAX_SET = 10  # cards of a set
MAX_MARKET = 7
MAX_STATIONS = 3
MAX_OFFER = 8
MAX_TRAINS = 60  # so a seat owns at most 60 routes: they fit one word in the search for the longest path
