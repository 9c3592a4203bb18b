"""Where a DynamoDB is and how to talk to it, read from a location and the environment.

It must not know connections; secrets never stand in a location.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, parse_qsl, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from tavola.errors import OperationError

Environment = Mapping[str, str]

_FORM: Final = "Write dynamodb://REGION/TABLE?endpoint=URL."
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
# What stands in a Host header; names beyond ASCII have a form within it (xn--…).
_HOST: Final = re.compile(r"[0-9A-Za-z._-]+|[0-9A-Fa-f:.]+(%[0-9A-Za-z._-]+)?")
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
# DynamoDB: the domain depends on the partition that a region belongs to, and so does the one of
# endpoints with IPv6. AWS general reference, and the rules that botocore brings.
_USUAL_DOMAINS: Final = ("amazonaws.com", "api.aws")
_DOMAINS: Final = {
    "cn-": ("amazonaws.com.cn", "api.amazonwebservices.com.cn"),
    "eusc-": ("amazonaws.eu", "api.amazonwebservices.eu"),
    "us-iso-": ("c2s.ic.gov", "api.aws.ic.gov"),
    "us-isob-": ("sc2s.sgov.gov", "api.aws.scloud"),
    "eu-isoe-": ("cloud.adc-e.uk", "api.cloud-aws.adc-e.uk"),
    "us-isof-": ("csp.hci.ic.gov", "api.aws.hci.ic.gov"),
}


class Endpoint(Struct, frozen=True):
    """A host that speaks DynamoDB's API."""

    scheme: str
    host: str
    port: int

    @property
    def is_secure(self) -> bool:
        """Whether it is reached over TLS."""
        return self.scheme == "https"

    @property
    def is_loopback(self) -> bool:
        """Whether it is on this machine."""
        return self.host in _LOOPBACK

    @property
    def authority(self) -> str:
        """What the Host header says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address."""
        return f"{self.scheme}://{self.authority}"


class EndpointSettings(Struct, frozen=True):
    """Everything about a store on DynamoDB but its credentials."""

    region: str
    endpoint: Endpoint
    table: str | None = None
    profile: str | None = None
    """The profile of the shared files to take credentials from, before the environment's."""
    connections: int = 50
    """The most connections at one time; a call waits for a free one."""
    idle_seconds: float = 20.0
    """How long an unused connection is kept."""
    connect_seconds: float = 3.0
    attempt_seconds: float = 10.0
    """From sending a request to its whole answer."""
    deadline_seconds: float = 30.0
    """For a call with all its attempts and pauses."""
    attempts: int = 5

    @property
    def first_seconds(self) -> float:
        """For a call's first attempt."""
        return min(self.attempt_seconds, self.deadline_seconds)

    ca_bundle: str | None = None
    """A file with the certificates to trust; the system's without one."""
    gzip: bool = False
    """Ask for compressed responses: less traffic for more CPU."""


_WHOLE: Final = frozenset({"connections", "attempts"})
OPTIONS: Final = (
    *("endpoint", "region", "profile", "caBundle", "gzip", "connections", "attempts"),
    *("idle", "connectTimeout", "timeout", "deadline"),
)


def parse_location(location: str, environment: Environment) -> EndpointSettings:
    """Read `dynamodb://REGION/TABLE?option=value`; the environment has what it leaves out."""
    # Messages show no more than this: who writes a secret as an option should not read it in a log.
    shown = location.partition("?")[0]
    parts = _split(location, shown)
    table = parts.path.strip("/")
    if "/" in table or parts.fragment:
        raise OperationError(f"{shown}: {parts.path!r} is not a table. {_FORM}")
    options = _read_options(shown, parts.query)
    region = _find_region(shown, parts.netloc, options.get("region"), environment)
    if options.get("endpoint") == "":
        # A script that did not find its server would otherwise write to AWS.
        raise OperationError(f"{shown}: endpoint is empty. Give its URL, or leave endpoint out.")
    given = options.get("endpoint") or _endpoint_url(environment, region)
    usual = EndpointSettings(region, parse_endpoint(given), table or None)

    def number(name: str, default: float) -> float:
        return _number(shown, name, options[name]) if name in options else default

    return replace(
        usual,
        profile=options.get("profile"),
        connections=int(number("connections", usual.connections)),
        idle_seconds=number("idle", usual.idle_seconds),
        connect_seconds=number("connectTimeout", usual.connect_seconds),
        attempt_seconds=number("timeout", usual.attempt_seconds),
        deadline_seconds=number("deadline", usual.deadline_seconds),
        attempts=int(number("attempts", usual.attempts)),
        ca_bundle=options.get("caBundle") or environment.get("AWS_CA_BUNDLE") or None,
        gzip=_read_boolean(shown, options.get("gzip", "false")),
    )


def _split(location: str, shown: str) -> SplitResult:
    if "@" in shown:
        # The location is not shown: what stands before the @ is a secret.
        raise OperationError(
            "dynamodb:// location: it contains credentials. Leave them out; they come from the"
            " environment, the shared files or `credentials=`."
        )
    try:
        return urlsplit(location)
    except ValueError as error:
        raise OperationError(f"{shown} is not a location. {_FORM}") from error


def _find_region(shown: str, place: str, option: str | None, environment: Environment) -> str:
    """Take the region from its place in the location, its option or the environment."""
    if place and option and place != option:
        raise OperationError(f"{shown} names another region than region={option}. Leave one out.")
    usual = environment.get("AWS_REGION") or environment.get("AWS_DEFAULT_REGION") or ""
    region = place or option or usual
    if not region:
        raise OperationError(f"{shown} names no region. {_FORM} Or set AWS_REGION.")
    if not (region.isascii() and region.replace("-", "").isalnum()):
        raise OperationError(f"{shown}: {region!r} is not a region. {_FORM}")
    return region


def _read_options(shown: str, query: str) -> dict[str, str]:
    options = dict(parse_qsl(query, keep_blank_values=True))
    for name in options:
        if name not in OPTIONS:
            from difflib import get_close_matches

            near = get_close_matches(name, OPTIONS, 1)
            remedy = f"Did you mean {near[0]!r}?" if near else f"Known are {', '.join(OPTIONS)}."
            raise OperationError(f"{shown} has unknown option {name!r}. {remedy}")
    return options


def _read_boolean(shown: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise OperationError(f"{shown}: gzip is {text!r}. Write true or false.")
    return text == "true"


def _number(shown: str, name: str, text: str) -> float:
    try:
        value = int(text) if name in _WHOLE else float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e6:
        kind = "a whole number" if name in _WHOLE else "a number of seconds"
        raise OperationError(f"{shown}: {name} is {text!r}. Write {kind} above zero.")
    return value


def parse_endpoint(url: str) -> Endpoint:
    """Read `https://host:port`."""
    try:
        parts: SplitResult = urlsplit(url)
        port = parts.port
    except ValueError:
        port, parts = None, urlsplit("")
    is_host = _HOST.fullmatch(parts.hostname or "") is not None
    if parts.scheme not in _DEFAULT_PORTS or not is_host or parts.username is not None:
        shown = url.rpartition("@")[2]
        problem = "is not an address" if shown == url else "is written with a name before @"
        raise OperationError(
            f"Endpoint {shown!r} {problem}. Write http://host:port or https://host:port."
        )
    if parts.path not in ("", "/") or parts.query:
        shown = f"{parts.scheme}://{parts.netloc}"
        raise OperationError(f"Endpoint {shown!r} has a path. Write http://host:port alone.")
    return Endpoint(parts.scheme, parts.hostname or "", port or _DEFAULT_PORTS[parts.scheme])


def _endpoint_url(environment: Environment, region: str) -> str:
    if not _is_on(environment, "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"):
        for name in ("AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"):
            if environment.get(name):
                return environment[name]
    found = (domains for prefix, domains in _DOMAINS.items() if region.startswith(prefix))
    domain, dual_stack_domain = next(found, _USUAL_DOMAINS)
    is_dual = _is_on(environment, "AWS_USE_DUALSTACK_ENDPOINT")
    is_fips = _is_on(environment, "AWS_USE_FIPS_ENDPOINT")
    # DynamoDB: the usual endpoints of GovCloud are FIPS endpoints. AWS general reference.
    is_fips_anyhow = region.startswith("us-gov-") and not is_dual
    service = "dynamodb-fips" if is_fips and not is_fips_anyhow else "dynamodb"
    return f"https://{service}.{region}.{dual_stack_domain if is_dual else domain}"


def _is_on(environment: Environment, name: str) -> bool:
    return environment.get(name, "").lower() == "true"
