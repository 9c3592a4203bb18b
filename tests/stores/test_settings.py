"""Locations and the environment: where the store finds its endpoint and its limits."""

from __future__ import annotations

import itertools

import pytest
from botocore.endpoint_provider import EndpointProvider
from botocore.loaders import Loader

from tavola.errors import OperationError
from tavola.stores.http.endpoint_settings import (
    Endpoint,
    EndpointSettings,
    parse_endpoint,
    parse_location,
)


def test_a_location_says_region_table_and_endpoint() -> None:
    settings = parse_location("dynamodb://eu-west-1/blog?endpoint=http://127.0.0.1:8000", {})

    assert settings == EndpointSettings("eu-west-1", Endpoint("http", "127.0.0.1", 8000), "blog")


def test_options_set_limits() -> None:
    settings = parse_location(
        "dynamodb://eu-west-1/blog?connections=5&idle=9&connectTimeout=1.5&timeout=2&deadline=4"
        "&attempts=2&caBundle=/etc/ca.pem&gzip=true&profile=staging",
        {},
    )

    assert settings == EndpointSettings(
        "eu-west-1",
        Endpoint("https", "dynamodb.eu-west-1.amazonaws.com", 443),
        "blog",
        profile="staging",
        connections=5,
        idle_seconds=9.0,
        connect_seconds=1.5,
        attempt_seconds=2.0,
        deadline_seconds=4.0,
        attempts=2,
        ca_bundle="/etc/ca.pem",
        gzip=True,
    )


@pytest.mark.parametrize(
    ("environment", "region"),
    [
        ({"AWS_REGION": "eu-north-1", "AWS_DEFAULT_REGION": "us-east-2"}, "eu-north-1"),
        ({"AWS_DEFAULT_REGION": "us-east-2"}, "us-east-2"),
    ],
)
def test_the_region_may_come_from_the_environment(environment: dict[str, str], region: str) -> None:
    assert parse_location("dynamodb:///blog", environment).region == region


def test_an_option_may_name_the_region() -> None:
    settings = parse_location("dynamodb:///blog?region=eu-west-1", {"AWS_REGION": "us-east-2"})

    assert settings == parse_location("dynamodb://eu-west-1/blog", {})


@pytest.mark.parametrize(
    ("region", "environment", "url"),
    [
        ("eu-west-1", {}, "https://dynamodb.eu-west-1.amazonaws.com"),
        ("cn-north-1", {}, "https://dynamodb.cn-north-1.amazonaws.com.cn"),
        ("us-gov-west-1", {}, "https://dynamodb.us-gov-west-1.amazonaws.com"),
        (
            "us-east-1",
            {"AWS_USE_FIPS_ENDPOINT": "true"},
            "https://dynamodb-fips.us-east-1.amazonaws.com",
        ),
        (
            "us-east-1",
            {"AWS_USE_DUALSTACK_ENDPOINT": "true"},
            "https://dynamodb.us-east-1.api.aws",
        ),
        (
            "us-east-1",
            {"AWS_ENDPOINT_URL_DYNAMODB": "http://db:8000", "AWS_ENDPOINT_URL": "http://all:1"},
            "http://db:8000",
        ),
        ("us-east-1", {"AWS_ENDPOINT_URL": "http://[::1]:4566"}, "http://[::1]:4566"),
        (
            "us-east-1",
            {
                "AWS_ENDPOINT_URL": "http://all:1",
                "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true",
            },
            "https://dynamodb.us-east-1.amazonaws.com",
        ),
    ],
)
def test_the_endpoint_follows_from_region_and_environment(
    region: str, environment: dict[str, str], url: str
) -> None:
    assert parse_location(f"dynamodb://{region}", environment).endpoint.url == url


def test_the_locations_endpoint_goes_before_the_environments() -> None:
    environment = {"AWS_ENDPOINT_URL_DYNAMODB": "http://db:8000", "AWS_USE_FIPS_ENDPOINT": "true"}

    settings = parse_location("dynamodb://us-east-1?endpoint=https://mine", environment)

    assert settings.endpoint == Endpoint("https", "mine", 443)


def test_every_region_has_the_endpoint_that_botocore_knows() -> None:
    loader = Loader()
    partitions = loader.load_data("partitions")
    provider = EndpointProvider(
        loader.load_service_model("dynamodb", "endpoint-rule-set-1"), partitions
    )
    regions = [
        region
        for partition in partitions["partitions"]
        for region in partition["regions"]
        if not region.endswith("-global")
    ]
    cases = list(itertools.product(regions, ("true", "false"), ("true", "false")))

    ours = [
        parse_location(
            f"dynamodb://{region}",
            {"AWS_USE_FIPS_ENDPOINT": fips, "AWS_USE_DUALSTACK_ENDPOINT": dual},
        ).endpoint.url
        for region, fips, dual in cases
    ]

    assert ours == [
        provider.resolve_endpoint(
            Region=region, UseFIPS=fips == "true", UseDualStack=dual == "true"
        ).url
        for region, fips, dual in cases
    ]


def test_the_certificates_to_trust_may_come_from_the_environment() -> None:
    settings = parse_location("dynamodb://us-east-1", {"AWS_CA_BUNDLE": "/etc/company.pem"})

    assert settings.ca_bundle == "/etc/company.pem"


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("dynamodb:///blog", "dynamodb:///blog names no region."),
        ("dynamodb://us-east-1/a/b", "'/a/b' is not a table."),
        ("dynamodb://[bad/blog", "dynamodb://[bad/blog is not a location."),
        ("dynamodb://us-east-1:80/blog", "'us-east-1:80' is not a region."),
        ("dynamodb://us east-1/blog", "'us east-1' is not a region."),
        (
            "dynamodb://us-east-1/blog?region=us-east-2",
            "dynamodb://us-east-1/blog names another region than region=us-east-2.",
        ),
        ("dynamodb://us-east-1/a?endpont=x", "unknown option 'endpont'. Did you mean 'endpoint'?"),
        ("dynamodb://us-east-1/a?xyz=1", "unknown option 'xyz'. Known are endpoint, region,"),
        ("dynamodb://us-east-1/a?attempts=0", "attempts is '0'. Write a whole number above zero."),
        ("dynamodb://us-east-1/a?timeout=soon", "timeout is 'soon'. Write a number of seconds"),
        ("dynamodb://us-east-1/a?gzip=yes", "gzip is 'yes'. Write true or false."),
        ("dynamodb://us-east-1/a?endpoint=db:8000", "Endpoint 'db:8000' is not an address."),
        (
            "dynamodb://us-east-1/a?endpoint=ftp://db",
            "Write http://host:port or https://host:port.",
        ),
        (
            "dynamodb://us-east-1/a?endpoint=http://a:b@db:1",
            "'db:1' is written with a name before",
        ),
        ("dynamodb://us-east-1/a?endpoint=http://db/x", "has a path."),
        ("dynamodb://us-east-1/a?endpoint=http://db:x", "is not an address."),
    ],
)
def test_a_wrong_location_says_what_would_be_right(location: str, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        parse_location(location, {})

    assert message in str(refused.value)


@pytest.mark.parametrize(
    "location",
    [
        "dynamodb://AKIA:hidden@us-east-1/blog",
        "dynamodb://AKIA:[hidden@us-east-1/blog",
        "dynamodb://us-east-1/blog?endpoint=http://ada:hidden@db:8000",
        "dynamodb://us-east-1/blog?endpoint=http://db:8000/?token=hidden",
        "dynamodb://us-east-1/blog?secretKey=hidden",
        "dynamodb://us-east-1/blog?timeout=soon&secret=hidden",
        "dynamodb://us-east-1/a/b?secretKey=hidden",
    ],
)
def test_secrets_in_a_location_are_refused_without_being_shown(location: str) -> None:
    with pytest.raises(OperationError) as refused:
        parse_location(location, {})

    assert "hidden" not in str(refused.value)


FORM = "Write dynamodb://REGION/TABLE?endpoint=URL."
ADDRESS = "Write http://host:port or https://host:port."


def test_without_options_the_limits_are_the_documented_ones() -> None:
    assert parse_location("dynamodb://us-east-1/a/", {}) == EndpointSettings(
        "us-east-1",
        Endpoint("https", "dynamodb.us-east-1.amazonaws.com", 443),
        "a",
        profile=None,
        connections=50,
        idle_seconds=20.0,
        connect_seconds=3.0,
        attempt_seconds=10.0,
        deadline_seconds=30.0,
        attempts=5,
        ca_bundle=None,
        gzip=False,
    )


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("dynamodb:///a", f"dynamodb:///a names no region. {FORM} Or set AWS_REGION."),
        ("dynamodb://x/a/b?gzip=true", f"dynamodb://x/a/b: '/a/b' is not a table. {FORM}"),
        ("dynamodb://x/a#b", f"dynamodb://x/a#b: '/a' is not a table. {FORM}"),
        ("dynamodb://[x/a", f"dynamodb://[x/a is not a location. {FORM}"),
        ("dynamodb://x_y/a", f"dynamodb://x_y/a: 'x_y' is not a region. {FORM}"),
        ("dynamodb://é/a", f"dynamodb://é/a: 'é' is not a region. {FORM}"),
        (
            "dynamodb://x/a?region=y",
            "dynamodb://x/a names another region than region=y. Leave one out.",
        ),
        (
            "dynamodb://x:y@z/a",
            "dynamodb:// location: it contains credentials. Leave them out; they come from the"
            " environment, the shared files or `credentials=`.",
        ),
        (
            "dynamodb://x/a?qqq=",
            "dynamodb://x/a has unknown option 'qqq'. Known are endpoint, region, profile,"
            " caBundle, gzip, connections, attempts, idle, connectTimeout, timeout, deadline.",
        ),
        (
            "dynamodb://x/a?deadlines=1",
            "dynamodb://x/a has unknown option 'deadlines'. Did you mean 'deadline'?",
        ),
        ("dynamodb://x/a?gzip=", "dynamodb://x/a: gzip is ''. Write true or false."),
        (
            "dynamodb://x/a?endpoint=",
            "dynamodb://x/a: endpoint is empty. Give its URL, or leave endpoint out.",
        ),
        ("dynamodb://x/a?endpoint=db", f"Endpoint 'db' is not an address. {ADDRESS}"),
        ("dynamodb://x/a?endpoint=http://", f"Endpoint 'http://' is not an address. {ADDRESS}"),
        (
            "dynamodb://x/a?endpoint=http://é",
            f"Endpoint 'http://é' is not an address. {ADDRESS}",
        ),
        (
            "dynamodb://x/a?endpoint=http://u@db",
            f"Endpoint 'db' is written with a name before @. {ADDRESS}",
        ),
        (
            "dynamodb://x/a?endpoint=http://db/b",
            "Endpoint 'http://db' has a path. Write http://host:port alone.",
        ),
        (
            "dynamodb://x/a?endpoint=http://db?b",
            "Endpoint 'http://db' has a path. Write http://host:port alone.",
        ),
    ],
)
def test_a_refusal_says_all_of_what_is_wrong(location: str, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        parse_location(location, {})

    assert str(refused.value) == message


@pytest.mark.parametrize("option", ["connections", "attempts"])
@pytest.mark.parametrize("number", ["0", "-1", "1.5", "1000000", "", "many"])
def test_a_count_is_whole_and_above_zero(option: str, number: str) -> None:
    with pytest.raises(OperationError) as refused:
        parse_location(f"dynamodb://x/a?{option}={number}", {})

    assert str(refused.value) == (
        f"dynamodb://x/a: {option} is {number!r}. Write a whole number above zero."
    )


@pytest.mark.parametrize("option", ["idle", "connectTimeout", "timeout", "deadline"])
@pytest.mark.parametrize("number", ["0", "-1", "nan", "inf", "1e6", "", "soon"])
def test_a_time_is_in_seconds_and_above_zero(option: str, number: str) -> None:
    with pytest.raises(OperationError) as refused:
        parse_location(f"dynamodb://x/a?{option}={number}", {})

    assert str(refused.value) == (
        f"dynamodb://x/a: {option} is {number!r}. Write a number of seconds above zero."
    )


def test_limits_may_be_as_small_and_as_large_as_one_can_mean() -> None:
    settings = parse_location("dynamodb://x?connections=1&attempts=999999&idle=0.001", {})

    assert (settings.connections, settings.attempts, settings.idle_seconds) == (1, 999999, 0.001)
    assert settings.table is None


@pytest.mark.parametrize(
    ("url", "endpoint", "authority"),
    [
        ("http://db", Endpoint("http", "db", 80), "db"),
        ("https://db/", Endpoint("https", "db", 443), "db"),
        ("http://db:443", Endpoint("http", "db", 443), "db:443"),
        ("https://db:80", Endpoint("https", "db", 80), "db:80"),
        ("https://[fe80::1%25eth0]:8", Endpoint("https", "fe80::1%25eth0", 8), None),
        ("http://[::1]", Endpoint("http", "::1", 80), "[::1]"),
    ],
)
def test_an_address_has_the_port_of_its_scheme(
    url: str, endpoint: Endpoint, authority: str | None
) -> None:
    found = parse_endpoint(url)

    assert (found, found.is_secure) == (endpoint, endpoint.scheme == "https")
    assert found.authority == (authority or "[fe80::1%25eth0]:8")
    assert found.url == f"{endpoint.scheme}://{found.authority}"


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("localhost", True), ("127.0.0.1", True), ("::1", True), ("db", False)],
)
def test_an_address_on_this_machine_is_told(host: str, is_loopback: bool) -> None:
    assert Endpoint("http", host, 80).is_loopback is is_loopback


def test_a_first_attempt_ends_with_its_call_at_the_latest() -> None:
    assert parse_location("dynamodb://x?timeout=3&deadline=2", {}).first_seconds == 2.0
    assert parse_location("dynamodb://x?timeout=2&deadline=3", {}).first_seconds == 2.0


@pytest.mark.parametrize(
    ("given", "environment", "bundle"),
    [
        ("?caBundle=/a", {"AWS_CA_BUNDLE": "/b"}, "/a"),
        ("?caBundle=", {"AWS_CA_BUNDLE": "/b"}, "/b"),
        ("", {"AWS_CA_BUNDLE": ""}, None),
    ],
)
def test_the_location_s_certificates_go_before_the_environment_s(
    given: str, environment: dict[str, str], bundle: str | None
) -> None:
    assert parse_location(f"dynamodb://x{given}", environment).ca_bundle == bundle
