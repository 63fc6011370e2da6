"""The game Explore New York: its board, kernel, bots and record. The rules are in `docs/rules-explore.md`."""
