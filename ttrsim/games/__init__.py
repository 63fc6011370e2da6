"""The games: what each of them must be (`contract.py`), which there are (`registry.py`), and a package for each."""
