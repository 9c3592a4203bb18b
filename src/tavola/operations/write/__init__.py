"""Writing: from what is asked to the plan of one action with its locks, sent and explained."""
