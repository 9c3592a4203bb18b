"""What event requests do, one file for each area. Knows nothing of HTTP."""
