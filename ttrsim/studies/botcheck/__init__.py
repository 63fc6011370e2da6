"""Checks of a bot: it plays by the rules, always in the same way, and uses nothing that it cannot know."""
