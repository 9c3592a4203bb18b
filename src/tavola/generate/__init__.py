"""From a design to files: typed Python, and what other tools read."""
