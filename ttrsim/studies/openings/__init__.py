"""The keep table of a board: for each set-up offer the set of tickets that wins most."""
