"""DynamoDB's HTTP API from a client's side: requests, connections, credentials.

    settings.py       a `dynamodb://` location and the environment, as plain data
    credentials.py    where keys come from
    proxies.py        the environment's proxies
    connecting.py     the way to the endpoint: proxy, tunnel, TLS
    conversation.py   one call from start to answer as steps
    repeating.py      which requests may be sent twice, and how often anything is
    faults.py         what goes wrong on the way
    sockets.py        connections and their pool for threads
    streams.py        connections and their pool for an event loop
    assembly.py       all of it put together

Only `sockets` and `streams` know whether they are sync or async; `conversation` and all that it
imports but `credentials` do no I/O.
"""
