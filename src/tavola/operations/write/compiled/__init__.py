"""Writes made again and again in one form: compiled once, then only filled with values."""
