"""DynamoDB's HTTP API from a client's side: requests, connections, credentials.

    endpoint_settings.py  a `dynamodb://` location and the environment, as plain data
    credentials.py        where keys come from
    proxies.py            the environment's proxies
    connecting.py         the way to the endpoint: proxy, tunnel, TLS
    tls.py                TLS as a function of bytes
    conversation.py       one call from start to answer as steps
    repeating.py          which requests may be sent twice
    faults.py             what goes wrong on the way
    sockets.py            connections for threads; socket_pool.py keeps them
    streams.py            connections for an event loop; stream_pool.py keeps them
    assembly.py           all of it put together

Only these four know whether they are sync or async; `conversation` and all that it
imports but `credentials` do no I/O.
"""
