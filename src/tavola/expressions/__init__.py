"""One tree for DynamoDB's expressions, three verbs: render, parse, evaluate."""
