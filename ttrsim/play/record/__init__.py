"""What the records of all games share: a start, events by turn, an end. Each game has its own events."""
