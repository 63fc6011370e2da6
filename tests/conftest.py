"""All tests run the checked build of the kernel: it verifies the whole state after every decision."""

import os

os.environ["TTRSIM_CHECKED"] = "1"  # before the kernel is imported; the fast build is tested in its own process
