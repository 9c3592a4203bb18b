"""Vectors in memory: compared with one another, kept between searches. Knows nothing of storage."""
