"""Reports on runs: metrics → one summary → terminal, HTML, Markdown, CSV and figures."""

PARTS = ("html", "md", "png", "svg", "csv")  # that are written beside `summary.json`
