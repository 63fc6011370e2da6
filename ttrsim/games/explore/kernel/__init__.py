"""The game Explore New York, compiled by Numba: rules and nothing else. Sections (§) are those of the rules page."""
