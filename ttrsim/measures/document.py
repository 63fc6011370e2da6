"""The metrics in words: `make docs` writes `docs/metrics.md` from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ttrsim.games.registry import GAMES
from ttrsim.measures.registry import ALL_GAMES, Metric, all_metrics

HEAD = """# Metrics

<!-- written by `make docs` -->

Every number in a report is one of these metrics, or a sum of them. `ttrsim metrics list` lists them,
`ttrsim metrics show NAME` explains one, `ttrsim metrics measure RUN NAME` prints one as CSV.

## Estimates and intervals

Games of one deal share their cards, so the deal is the independent unit. With v_d the sum of what was observed in
deal d and w_d the number of observations there:

- **estimate** r = Σv_d / Σw_d; with *per game*, w_d is the number of games of the deal, including games
  in which nothing was observed;
- **standard error** s = √( D / (D − 1) · Σ(v_d − r·w_d)² ) / Σw_d, over the D deals with an observation;
- **interval** (95 %) of a *mean*: r ± t·s with Student's t of D − 1 degrees of freedom;
- **interval** (95 %) of a *share*: Wilson's, with r(1 − r) / s² trials: the number of independent trials
  with the same variance;
- **interval** (95 %) of a *ratio*, where w_d is observed like v_d and may be negative: Fieller's, the set of all F
  for which the mean of v_d − F·w_d does not differ significantly from 0 by Student's t. If Σw_d is not clearly above 0
  (by two half widths of its own interval), there is neither an estimate nor an interval;
- **too few**: an estimate from fewer than 30 deals has no interval and no q, and neither has one whose deals are all
  alike;
- a *count* is a plain number without an interval;
- **q** (Benjamini and Hochberg, from Student's t) is the false discovery rate of metrics with a null value: all
  tickets, all routes or all blocks are one family. Results with q ≤ .05 are called significant; one in twenty of them
  is expected to be a false positive.

Each chunk of games stores its sums when it has been played. The sums are exact, so the number of threads, chunks,
shards and machines changes no digit ([why](decisions/exact-sums.md)). A report only adds them up.

## A metric of your own

A file with a function under `@metric` gives one more table in the report:

<!-- file: my_metrics.py -->
```python
import polars as pl
from ttrsim.measures.registry import metric


@metric("seats", by="bot", kind="share")
def no_ticket_failed(batch):
    \"\"\"Share of games in which a bot fails no ticket.\"\"\"
    return batch.seats.select("bot", "deal", value=pl.col("tickets_failed") == 0)
```

<!-- before: ttrsim run scenarios/europe-4p.toml -->
```console
$ ttrsim metrics measure runs/europe-4p no_ticket_failed --metrics my_metrics.py
$ ttrsim report runs/europe-4p --metrics my_metrics.py
```

`batch` has the tables of the run's game as lazy frames ([files](files.md)), and `batch.facts` knows the board.
"""


def metrics_page() -> str:
    every_game = next(iter(GAMES.values()))
    shared = [metric for metric in all_metrics(every_game).values() if metric.owner == ALL_GAMES]
    parts = [HEAD, *_chapter("Every game", "", shared)]
    for game in GAMES.values():
        own = [metric for metric in all_metrics(game).values() if metric.owner == game.key]
        parts += _chapter(game.title, game.analysis.text, own)
    return "".join(parts)


def _chapter(title: str, words: str, metrics: Sequence[Metric]) -> Iterator[str]:
    yield f"\n## {title}\n"
    yield f"\n{words}\n" if words else ""
    for section, group in groupby(metrics, key=lambda metric: metric.section):
        yield f"\n### {title}: {section}\n"
        yield from (f"\n#### `{metric.name}`\n\n{metric_text(metric)}\n" for metric in group)


def metric_text(metric: Metric) -> str:
    facts = [f"a {metric.kind}", f"from {', '.join(metric.needs)}"]
    facts += [f"by {', '.join(metric.by)}"] if metric.by else []
    facts += ["per game"] if metric.per == "game" else []
    facts += [f"held against {metric.against:g}"] if metric.against is not None else []
    return f"{metric.text}\n\n*{'; '.join(facts)}*"
