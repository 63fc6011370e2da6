"""The questions about scores, places, cards, colours, shapes of routes and the first player, one file each."""
