"""Pictures of tickets, routes, cities and the course of a game, one file each."""
