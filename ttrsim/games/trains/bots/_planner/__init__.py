"""The parts of `planner`: its notes, its outlook on the game, its network, its tickets, cards and claims."""
