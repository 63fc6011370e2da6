"""ttrsim: a Monte Carlo simulator of Ticket to Ride."""

__version__ = "0.1.0"
