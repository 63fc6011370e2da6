"""How much a test tries: everything in the long tier (`make test-long`), a sample in the usual one."""

import os

IS_LONG = os.environ.get("TTRSIM_TESTS") == "long"


def some(n: int, share: int = 5) -> int:
    """So many of n tries, at least one."""
    return n if IS_LONG else max(1, n // share)
