"""Users' bots: the kit, `ttrsim bots`, `ttrsim tournament`."""
