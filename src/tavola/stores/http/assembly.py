"""Puts a conversation and the way to its endpoint together, for either store."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from tavola.stores.http.connecting import Route, find_route
from tavola.stores.http.conversation import Clocks, Conversation
from tavola.stores.http.credentials import CredentialSource, FixedCredentials, find_credentials
from tavola.stores.http.endpoint_settings import EndpointSettings, Environment, parse_location
from tavola.stores.observing import Observer, place_events
from tavola.wire.sigv4 import Credentials

_USER_AGENT: Final = b"User-Agent: tavola\r\n"
_ACCEPT_GZIP: Final = b"Accept-Encoding: gzip\r\n"


# What few calls need is imported by those: a first reply should come soon.
def _new_token() -> str:
    from uuid import uuid4

    return str(uuid4())


def _jitter() -> float:
    from random import random

    return random()  # noqa: S311 - spreads retries, guards nothing


class Assembly(Struct, frozen=True):
    """The parts of a store."""

    settings: EndpointSettings
    route: Route
    conversation: Conversation
    monotonic: Callable[[], float]


def assemble(
    location: str | EndpointSettings,
    *,
    credentials: Credentials | CredentialSource | None = None,
    environment: Environment | None = None,
    observer: Observer | None = None,
    clock: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
    jitter: Callable[[], float] = _jitter,
    token: Callable[[], str] = _new_token,
) -> Assembly:
    """Read a location and find all that a store needs; nothing is sent."""
    env = os.environ if environment is None else environment
    settings = parse_location(location, env) if isinstance(location, str) else location
    if credentials is None:
        source = find_credentials(settings, env)
    elif isinstance(credentials, Credentials):
        source = FixedCredentials(credentials)
    else:
        source = credentials
    if observer is not None:
        at = settings.endpoint
        observer = place_events(observer, settings.region, at.host, at.port)
    route = find_route(settings, env)
    conversation = Conversation(
        settings,
        source,
        Clocks(clock, monotonic, jitter, token),
        target=route.target,
        header_lines=route.header_lines + _USER_AGENT + (_ACCEPT_GZIP if settings.gzip else b""),
        observer=observer,
    )
    return Assembly(settings, route, conversation, monotonic)
