"""HTTP/1.1, SigV4 and DynamoDB's envelopes without I/O, for the server and the DynamoDB store."""
