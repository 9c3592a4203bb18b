"""Where elections are kept: in memory, in a SQL database, in one DynamoDB table."""
