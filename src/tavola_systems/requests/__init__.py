"""Event requests: first come, first served, and lotteries, with exactly N winners."""
