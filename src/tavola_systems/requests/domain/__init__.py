"""The rules of a draw, as plain functions over plain values. Knows no database and no HTTP."""
