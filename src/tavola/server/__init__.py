"""The engine on the wire: DynamoDB's HTTP protocol for any SDK."""
