"""The game record of Explore New York: one game as JSON Lines (docs/record-explore.md), written, read and told.

`events` says what it holds, `writer` makes it from a logged game, `text` tells it. Only `writer` needs the kernel: a
record can be read without compiling or playing anything.
"""
