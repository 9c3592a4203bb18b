"""Stored data beside its design: `tavola check --data`."""
