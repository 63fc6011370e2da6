"""Positions of Explore New York in plain values (docs/positions.md): viewed, saved, told and drawn."""
