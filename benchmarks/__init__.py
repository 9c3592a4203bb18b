"""Benchmarks: each prints its settings and ratios from one run, on whatever machine it runs."""
