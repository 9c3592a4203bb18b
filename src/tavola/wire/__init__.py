"""HTTP/1.1, SigV4 and DynamoDB's envelopes (errors, consumed capacity) without I/O."""
