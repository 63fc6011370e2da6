"""Logs with slips put in: what people do to files, and what pages do to logs."""

from __future__ import annotations

import random
import re


def mutated(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(chance.choice([1, 1, 2, 5])):
        place = chance.randrange(len(lines))
        slip = chance.choice([_drop, _double, _swap, _number, _letter, _cut, _rename, _drop_sweeps, _garbage])
        lines = slip(lines, place, chance) or ["nothing"]
    return "\n".join(lines) + "\n"


def _drop(lines: list[str], place: int, chance: random.Random) -> list[str]:
    return lines[:place] + lines[place + 1 :]


def _double(lines: list[str], place: int, chance: random.Random) -> list[str]:
    return lines[:place] + [lines[place]] * 2 + lines[place:]


def _swap(lines: list[str], place: int, chance: random.Random) -> list[str]:
    other = chance.randrange(len(lines))
    lines[place], lines[other] = lines[other], lines[place]
    return lines


def _number(lines: list[str], place: int, chance: random.Random) -> list[str]:
    places = [number for number, line in enumerate(lines) if re.search(r"\d", line) and not line.startswith("Move")]
    place = chance.choice(places) if places else place
    lines[place] = re.sub(r"\d", lambda match: str(chance.randrange(10)), lines[place], count=chance.randint(1, 4))
    return lines


def _letter(lines: list[str], place: int, chance: random.Random) -> list[str]:
    line = lines[place]
    at = chance.randrange(len(line) + 1)
    lines[place] = line[:at] + chance.choice("aé ,:-x0\u202e") + line[at + chance.randrange(3) :]
    return lines


def _cut(lines: list[str], place: int, chance: random.Random) -> list[str]:
    return lines[: len(lines) - place // 20] if chance.random() < 0.5 else lines[place // 20 :]


def _rename(lines: list[str], place: int, chance: random.Random) -> list[str]:
    words = lines[place].split(" ")
    words[chance.randrange(len(words))] = chance.choice(["Berlin", "Atlantis", "ada", "nobody", "99"])
    lines[place] = " ".join(words)
    return lines


def _drop_sweeps(lines: list[str], place: int, chance: random.Random) -> list[str]:
    word = chance.choice(["Three loco", "reshuffled", "You take", "You comp"])
    return [line for line in lines if word not in line]


def _garbage(lines: list[str], place: int, chance: random.Random) -> list[str]:
    return [*lines[:place], chance.choice(["\x00\x01", "ben: good game", "<b>", "ada takes", "Move :"]), *lines[place:]]
