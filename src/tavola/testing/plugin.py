"""Fixtures that pytest finds by itself wherever Tavola is installed."""
