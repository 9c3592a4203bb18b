"""Ranked-choice elections on three backends: memory, SQL, and one DynamoDB table."""
