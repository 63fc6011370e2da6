"""Rebalancing a board: changes the numbers that the designer allows until tickets, seats or other targets are fair."""
