"""DynamoDB's HTTP API from a client's side: requests, connections, credentials.

    settings.py       a `dynamodb://` location and the environment, as plain data
    conversation.py   one call from start to answer as steps, without I/O
    repeating.py      which requests may be sent twice, and how often anything is
    sockets.py        connections and their pool for threads
    streams.py        connections and their pool for an event loop
    proxies.py        the environment's proxies
    credentials.py    where keys come from

Only `sockets`, `streams` and `credentials` do I/O, and only the first two know whether they are
sync or async.
"""
