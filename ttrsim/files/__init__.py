"""Files of users: read with all their faults told at once, written whole or not at all."""
