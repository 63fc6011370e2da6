"""Reports: measures → one summary → terminal, HTML, Markdown, CSV and pictures."""
