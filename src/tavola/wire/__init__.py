"""HTTP/1.1 and SigV4 without I/O, for the server and the DynamoDB store."""
