"""Stores answer requests: the embedded engine, and DynamoDB over HTTP."""
