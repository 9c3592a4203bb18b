"""What DynamoDB refuses of an expression that parses: types, paths, reserved words."""
