"""The verbs: one study for each question that ttrsim answers."""
