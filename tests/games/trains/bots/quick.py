"""Bots as tests play them: one that plays games out does so with few, since tests have thousands of its decisions."""

from ttrsim.games.contract import Game
from ttrsim.play.bots.finding import Bot, load_bot


def quick_bot(name: str, game: Game) -> Bot:
    loaded = load_bot(name, game)
    has_budget = any(weight.name == "rollouts" for weight in loaded.compiled.weights)
    return load_bot(f"{name}(rollouts=8)", game) if has_budget else loaded
