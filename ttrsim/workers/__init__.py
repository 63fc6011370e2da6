"""Does the work of many tasks, on threads or on a cluster."""
