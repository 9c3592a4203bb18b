"""Definitions of tables and their settings: rules, changes, descriptions, backfill."""
