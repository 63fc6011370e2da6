"""The game record: one game as JSON Lines (docs/record.md), written, read, and told in words.

`writer` makes it from a logged game, `position` follows the table through it and `text` tells it. Only `writer` needs
the kernel: a record can be read without compiling or playing anything.
"""
