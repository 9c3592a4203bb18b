"""The file: SQLite, keys and rows as bytes, the catalog of tables, write transactions."""
