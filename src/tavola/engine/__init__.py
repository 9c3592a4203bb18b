"""DynamoDB on SQLite, inside the process."""
