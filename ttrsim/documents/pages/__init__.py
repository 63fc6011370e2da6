"""HTML pages that are one file each: they need no network, no other file, and are readable without JavaScript."""
