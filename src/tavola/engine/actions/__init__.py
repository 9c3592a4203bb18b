"""DynamoDB actions, one module each: this folder is the API reference."""
