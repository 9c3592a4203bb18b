"""The rules of voting, as plain functions over plain values. Knows no database and no HTTP."""
