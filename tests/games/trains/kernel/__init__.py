"""Tests of the compiled rules: against the oracle, against exact numbers, and rule by rule."""
