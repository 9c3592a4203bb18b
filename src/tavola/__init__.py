"""Tavola: a DynamoDB single-table design, as typed Python."""

__version__ = "0.1.0"
