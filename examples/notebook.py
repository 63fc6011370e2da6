# %% [markdown]
# # Which strategy wins on a board?
# A script in the form of a notebook: editors such as VS Code run it cell by cell, and `python examples/notebook.py`
# runs all of it. In a notebook, results show tables.

# %%
from pathlib import Path

import polars as pl

import ttrsim

HERE = Path(__file__).parent
BOARD = HERE / "small-board"
GAMES = 200

# %% [markdown]
# ## The bots against one another

# %%
ladder = ttrsim.tournament(BOARD, [f"{HERE / 'connector.py'}:connector", "greedy", "random"], games=GAMES)
print(ladder.bots)

# %% [markdown]
# ## One table, many games

# %%
run = ttrsim.run({"board": str(BOARD), "seats": ["planner", "greedy"]}, games=GAMES, out="notebook-run")
points = (
    run.scan("seats").group_by("bot").agg(pl.col("points").mean(), pl.col("win_share").mean()).sort("bot").collect()
)
print(points)

# %% [markdown]
# ## A report

# %%
report = ttrsim.report(run, parts=["md"])
print(report.folder)
