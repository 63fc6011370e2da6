"""The Python side of the kernel: boards and bots go in, results and logs come out."""
