"""Boards: their data, how they are read and checked, and how they are drawn."""
