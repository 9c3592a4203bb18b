"""Queries: of one partition or several in one order, counted, or for the first item alone."""
