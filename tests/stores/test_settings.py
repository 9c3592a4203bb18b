"""Locations and the environment: where the store finds its endpoint and its limits."""

from __future__ import annotations

import itertools

import pytest
from botocore.endpoint_provider import EndpointProvider
from botocore.loaders import Loader

from tavola.errors import OperationError
from tavola.stores.http.endpoint_settings import Endpoint, Settings, parse_location


def test_a_location_says_region_table_and_endpoint() -> None:
    settings = parse_location("dynamodb://eu-west-1/blog?endpoint=http://127.0.0.1:8000", {})

    assert settings == Settings("eu-west-1", Endpoint("http", "127.0.0.1", 8000), "blog")


def test_options_set_limits() -> None:
    settings = parse_location(
        "dynamodb://eu-west-1/blog?connections=5&idle=9&connectTimeout=1.5&timeout=2&deadline=4"
        "&attempts=2&caBundle=/etc/ca.pem&gzip=true&profile=staging",
        {},
    )

    assert settings == Settings(
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
