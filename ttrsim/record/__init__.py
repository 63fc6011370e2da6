"""The game record, in what all games have alike: a start, events by turn, an end. Each game has events of its own."""
