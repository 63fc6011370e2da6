"""Scenarios: what is to be played, as a file or from the command line, checked as a whole before anything is played."""
