"""What a command prints on stderr, less what it says only on a slow machine or with an empty cache."""


def complaints(stderr: str) -> str:
    return "".join(line for line in stderr.splitlines(keepends=True) if not line.startswith(("compiling ", "… ")))
