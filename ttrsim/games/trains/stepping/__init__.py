"""Games step by step, and positions dealt anew: what the checks of a bot need."""
