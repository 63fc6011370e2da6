"""The whole game in plain Python, written from the rules alone: what the fast kernel is tested against."""
