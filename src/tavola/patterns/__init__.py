"""Designs that several systems share: versions, published markers, locks, counters, logs."""
