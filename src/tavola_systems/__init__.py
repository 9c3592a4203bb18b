"""Five real systems, each one single-table design on Tavola."""
