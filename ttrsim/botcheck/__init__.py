"""Checks of a bot: that it plays by the rules, always the same, and by nothing it cannot know."""
