"""DynamoDB's value rules: numbers, sizes, sets, binary, sort order."""
