"""Playing games from Python: tables, steps, positions, rollouts and records."""
