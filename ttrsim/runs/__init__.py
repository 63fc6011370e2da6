"""Runs: a scenario played in chunks of deals on all cores, into a folder of tables that survives crashes."""
