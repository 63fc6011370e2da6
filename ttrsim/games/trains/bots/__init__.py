"""The built-in bots, one file each: `NAME.py` holds the bot function NAME."""
