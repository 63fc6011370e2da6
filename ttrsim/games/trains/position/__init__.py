"""Positions of Ticket to Ride in plain values (docs/positions.md): viewed, saved, told and drawn."""
