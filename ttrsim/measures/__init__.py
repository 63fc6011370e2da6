"""What a run tells: each metric is one function from the run's lazy tables to observations, estimated in one place."""
