"""Where the process starts: it listens to Ctrl-C before anything slow is imported."""

from ttrsim.cli import interrupts


def main() -> None:
    interrupts.listen()
    from ttrsim.cli.app import main as run_command

    try:
        run_command()
    finally:
        interrupts.ignore()
