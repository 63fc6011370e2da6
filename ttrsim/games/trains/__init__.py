"""Ticket to Ride: its boards, rules, bots, records, tables, metrics and reports."""
