"""Themes without a table: colours, settings and their rules, the form, the style sheet."""
