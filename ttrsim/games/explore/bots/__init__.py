"""The built-in bots of Explore New York, one file each."""
