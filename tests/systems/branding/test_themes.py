"""Settings, colours and fonts: what is taken, how it reads, and what is made of it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola_systems.branding.themes.colours import (
    Contrast,
    contrast_ratio,
    contrasts_of,
    readable_on,
)
from tavola_systems.branding.themes.stylesheet import to_css
from tavola_systems.branding.themes.swatches import to_svg
from tavola_systems.branding.themes.theme_rules import (
    check_assets,
    check_business_id,
    check_metadata,
    sound_metadata,
)

COLOURS = st.from_regex(r"#[0-9A-F]{6}", fullmatch=True)
NAMES = st.from_regex(r"[a-z][A-Za-z0-9]{0,20}", fullmatch=True)
SVG = "{http://www.w3.org/2000/svg}"


def test_settings_take_the_form_in_which_they_are_stored() -> None:
    given_ = {"primaryColor": "#abc", "typography": " Inter ,sans-serif", "slogan": "Hi <b>!"}
    assert check_metadata(given_) == {
        "primaryColor": "#AABBCC",
        "typography": "Inter, sans-serif",
        "slogan": "Hi <b>!",
    }


@pytest.mark.parametrize(
    ("metadata", "told"),
    [
        ({"primaryColor": "red"}, "metadata.primaryColor: 'red' is not a colour. Write #RRGGBB"),
        ({"primaryColor": "#12345"}, "'#12345' is not a colour"),
        ({"primaryColor": "#00000080"}, "is not a colour"),
        ({"primaryColor": "#0F172A\n"}, "is not a colour"),
        ({"typography": "x; } body { display: none"}, "names no fonts"),
        ({"headingFont": ""}, "names no fonts"),
        ({"Primary": "x"}, "'Primary' is not the name of a setting"),
        ({"a-b": "x"}, "is not the name of a setting"),
        ({"note": "x\x00"}, "is not a setting"),
        ({"note": "x" * 501}, "Use up to 500 printable characters"),
        ({f"n{number}": "x" for number in range(101)}, "has 101 settings"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_name(metadata: dict[str, str], told: str) -> None:
    with pytest.raises(OperationError) as refused:
        check_metadata(metadata)
    assert told in str(refused.value)


def test_all_wrong_settings_are_told_at_once() -> None:
    with pytest.raises(OperationError) as refused:
        check_metadata({"aColor": "red", "bColor": "blue"})
    assert len(str(refused.value).splitlines()) == 2


def test_assets_are_ids_each_once() -> None:
    assert check_assets(["ASSET#a", "b", "a"]) == ["a", "b"]


def test_a_theme_has_a_bounded_number_of_assets() -> None:
    with pytest.raises(OperationError, match="at most 50"):
        check_assets(f"a{number}" for number in range(51))


@pytest.mark.parametrize("business_id", ["", " ", "a\nb", "x" * 101])
def test_a_business_id_says_something(business_id: str) -> None:
    with pytest.raises(OperationError, match="is not a business id"):
        check_business_id(business_id)


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000000", "#FFFFFF", 21.0),
        ("#FFFFFF", "#FFFFFF", 1.0),
        ("#777777", "#FFFFFF", 4.478),
        ("#767676", "#FFFFFF", 4.542),
        ("#FF0000", "#FFFFFF", 3.998),
        ("#0000FF", "#FFFFFF", 8.592),
    ],
)
def test_contrast_is_what_wcag_says(first: str, second: str, ratio: float) -> None:
    assert contrast_ratio(first, second) == pytest.approx(ratio, abs=0.001)
    assert contrast_ratio(second, first) == contrast_ratio(first, second)


def test_text_on_background_is_reported() -> None:
    report = contrasts_of({"textColor": "#777777", "backgroundColor": "#ffffff"})
    assert report == [
        Contrast(
            foreground="textColor",
            background="backgroundColor",
            foreground_color="#777777",
            background_color="#FFFFFF",
            ratio=4.47,
            aa=False,
            aa_large=True,
            aaa=False,
        )
    ]


@pytest.mark.parametrize("metadata", [{}, {"textColor": "#000"}, {"backgroundColor": "#fff"}])
def test_contrast_is_reported_only_for_colours_that_exist(metadata: dict[str, str]) -> None:
    assert contrasts_of(metadata) == []


def test_what_stands_on_a_colour_is_reported_too() -> None:
    pairs = contrasts_of({"primaryColor": "#0F172A", "onPrimaryColor": "#FFF", "onlyColor": "#000"})
    assert [(pair.foreground, pair.background) for pair in pairs] == [
        ("onPrimaryColor", "primaryColor")
    ]


@given(COLOURS)
def test_black_or_white_can_be_read_on_every_colour(colour: str) -> None:
    assert contrast_ratio(readable_on(colour), colour) >= 4.5


def test_settings_become_custom_properties() -> None:
    css = to_css({"primaryColor": "#0f172a", "typography": "Open Sans, serif", "slogan": "a;b"})
    assert css == (
        ":root {\n"
        "  --brand-primary-color: #0F172A;\n"
        '  --brand-slogan: "a\\3b b";\n'
        '  --brand-typography: "Open Sans", serif;\n'
        "}\n"
    )


@pytest.mark.parametrize(
    ("name", "value", "written"),
    [
        ("cornerRadius", "8px", "8px"),
        ("baseSize", " 1.125rem ", "1.125rem"),
        ("maxWidth", "0", "0"),
        ("headingWeight", "650", "650"),
        ("lineRatio", "1.5", "1.5"),
        ("homeUrl", "https://example.com/a?b=c", 'url("https://example.com/a?b=c")'),
        ("greeting", "8px", '"8px"'),
    ],
)
def test_a_setting_comes_out_as_css_of_its_kind(name: str, value: str, written: str) -> None:
    line = to_css(check_metadata({name: value})).splitlines()[1]
    assert line.partition(": ")[2] == f"{written};"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cornerRadius", "8"),
        ("cornerRadius", "8px; color: red"),
        ("cornerRadius", "calc(1px)"),
        ("headingWeight", "bold"),
        ("homeUrl", "javascript:alert(1)"),
        ("homeUrl", "http://example.com"),
        ("homeUrl", 'https://example.com/") }'),
        ("homeUrl", "https://[x"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused(name: str, value: str) -> None:
    with pytest.raises(OperationError, match=f"metadata.{name}: "):
        check_metadata({name: value})


def test_assets_come_out_as_addresses() -> None:
    css = to_css({}, {"logo.v2": "https://x.example/a.png"})
    assert '  --brand-asset-logo-v2: url("https://x.example/a.png");' in css.splitlines()


@given(st.dictionaries(NAMES, st.text(max_size=60), max_size=5))
def test_no_setting_leaves_its_property(metadata: dict[str, str]) -> None:
    lines = to_css(metadata).splitlines()
    assert (lines[0], lines[-1]) == (":root {", "}")
    bad = [one for one in lines[1:-1] if not (one.startswith("  --brand-") and one[-1] == ";")]
    assert bad == []
    assert len(lines[1:-1]) == len(sound_metadata(metadata))
    inside = "\n".join(lines[1:-1])
    assert not set(inside) & set("<>{}")
    assert inside.count(";") == len(lines) - 2


def test_a_swatch_sheet_shows_every_colour() -> None:
    root = ElementTree.fromstring(to_svg("123", {"primaryColor": "#0F172A", "aColor": "#abc"}))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    fills = [element.get("fill") for element in root.iter(f"{SVG}rect")]
    assert {"primaryColor", "#0F172A", "aColor", "#AABBCC"} <= set(texts)
    assert {"#0F172A", "#AABBCC"} <= set(fills)


@given(st.text(max_size=80), st.dictionaries(st.text(max_size=30), COLOURS, max_size=8))
def test_a_swatch_sheet_is_well_formed_whatever_the_names(
    title: str, colours: dict[str, str]
) -> None:
    sheet = to_svg(title, {f"{name}Color": colour for name, colour in colours.items()})
    root = ElementTree.fromstring(sheet)
    assert {str(element.tag) for element in root.iter()} <= {
        f"{SVG}{name}" for name in ("svg", "title", "rect", "text")
    }
