"""Reports: measures → one summary → terminal, HTML, Markdown, CSV and pictures."""

PARTS = ("html", "md", "png", "svg", "csv")  # that are written beside `summary.json`
