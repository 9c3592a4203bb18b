"""Assets: uploaded once, found by id, by business and by theme, deleted when nobody shows them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tavola.errors import AlreadyExists, ItemMissing, OperationError
from tavola_systems.branding.asset_service import AssetInUse, AssetService
from tavola_systems.branding.models import AssetLink
from tavola_systems.branding.service import AssetsMissing, BrandingService
from tavola_systems.platform.upload_storage import ContentDamaged, ContentMissing
from tests.systems.branding.conftest import new_png


@pytest.fixture
def logo(business: str) -> str:
    """An id that no other test has; ids are global."""
    return f"logo-{business}"


def test_an_asset_is_stored_with_its_link_and_content(
    assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    asset = assets.upload(business, logo, "logo", png)
    digest = hashlib.sha256(png).hexdigest()
    assert (asset.checksum, asset.media_type, asset.size) == (
        f"sha256:{digest}",
        "image/png",
        len(png),
    )
    assert asset.uri == f"folder:{logo}-{digest[:16]}.png"
    assert assets.db.asset_link.get(business, logo) == AssetLink(
        business_id=business, asset_id=logo, scope="theme"
    )
    assert assets.content(logo) == (asset, png)


@pytest.mark.parametrize("form", ["{}", "ASSET#{}"])
def test_an_asset_is_found_by_either_form_of_its_id(
    assets: AssetService, business: str, logo: str, png: bytes, form: str
) -> None:
    asset = assets.upload(business, logo, "logo", png)
    assert assets.asset(form.format(logo)) == asset


def test_an_unknown_asset_is_missing(assets: AssetService, logo: str) -> None:
    with pytest.raises(ItemMissing, match="does not exist"):
        assets.asset(logo)


@pytest.mark.parametrize("algorithm", ["sha256", "md5"])
def test_a_right_checksum_is_accepted(
    assets: AssetService, business: str, logo: str, png: bytes, algorithm: str
) -> None:
    digest = hashlib.new(algorithm, png).hexdigest()
    asset = assets.upload(business, logo, "logo", png, checksum=f"{algorithm}:{digest}")
    assert asset.checksum.startswith("sha256:")


def test_a_wrong_checksum_refuses_the_upload(
    assets: AssetService, business: str, logo: str, png: bytes, tmp_path: Path
) -> None:
    with pytest.raises(OperationError, match="Upload it again"):
        assets.upload(business, logo, "logo", png, checksum=f"sha256:{'0' * 64}")
    assert assets.db.asset.get(logo) is None
    assert not (tmp_path / "assets").exists()


@pytest.mark.parametrize("checksum", ["", "abc", "crc32:00000000", "sha256:xyz"])
def test_a_checksum_of_another_form_is_refused(
    assets: AssetService, business: str, logo: str, png: bytes, checksum: str
) -> None:
    with pytest.raises(OperationError, match="is none"):
        assets.upload(business, logo, "logo", png, checksum=checksum)


def test_an_upload_can_be_repeated(
    assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    first = assets.upload(business, logo, "logo", png)
    assert assets.upload(business, logo, "logo", png) == first


def test_an_asset_is_never_replaced(
    assets: AssetService, business: str, logo: str, png: bytes, tmp_path: Path
) -> None:
    first = assets.upload(business, logo, "logo", png)
    with pytest.raises(AlreadyExists, match="assets never change"):
        assets.upload(business, logo, "logo", new_png())
    assert assets.content(logo) == (first, png)
    assert len(list((tmp_path / "assets").iterdir())) == 1


def test_another_business_cannot_take_an_id(
    assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    assets.upload(business, logo, "logo", png)
    with pytest.raises(AlreadyExists):
        assets.upload(f"{business}x", logo, "logo", png)
    assert assets.content(logo)[0].business_id == business


def test_a_content_that_was_changed_is_found_out(
    assets: AssetService, business: str, logo: str, png: bytes, tmp_path: Path
) -> None:
    asset = assets.upload(business, logo, "logo", png)
    (tmp_path / "assets" / asset.uri.removeprefix("folder:")).write_bytes(b"other")
    with pytest.raises(ContentDamaged, match="its content has"):
        assets.content(logo)


def test_a_content_that_is_gone_is_missing(
    assets: AssetService, business: str, logo: str, png: bytes, tmp_path: Path
) -> None:
    asset = assets.upload(business, logo, "logo", png)
    (tmp_path / "assets" / asset.uri.removeprefix("folder:")).unlink()
    with pytest.raises(ContentMissing):
        assets.content(logo)


def test_assets_are_listed_by_business_page_by_page(
    assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    made = [assets.upload(business, f"{logo}-{n}", "icon", png) for n in range(3)]
    first, cursor = assets.of_business(business, limit=2)
    rest, end = assets.of_business(business, limit=2, cursor=cursor)
    assert first + rest == made
    assert end is None


def test_assets_are_listed_by_theme_in_the_theme_s_order(
    service: BrandingService, assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    one = assets.upload(business, f"{logo}-1", "logo", png)
    two = assets.upload(business, f"{logo}-2", "banner", png)
    theme = service.create_draft(business, assets=[f"ASSET#{logo}-2", f"{logo}-1"])
    assert theme.assets == [f"{logo}-2", f"{logo}-1"]
    assert assets.of_theme(theme) == [two, one]


def test_a_theme_takes_no_asset_that_does_not_exist(
    service: BrandingService, business: str, logo: str
) -> None:
    with pytest.raises(AssetsMissing, match=f"has no {logo}"):
        service.create_draft(business, assets=[logo])


def test_a_theme_takes_no_asset_of_another_business(
    service: BrandingService, assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    assets.upload(f"{business}x", logo, "logo", png)
    service.create_draft(business)
    with pytest.raises(AssetsMissing, match=f"has no {logo}"):
        service.edit_draft(business, 1, revision=1, assets=[logo])


def test_an_asset_of_the_published_theme_is_not_deleted(
    service: BrandingService, assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    assets.upload(business, logo, "logo", png)
    service.create_draft(business, assets=[logo])
    service.publish(business, 1, expected=None, by="ada")
    with pytest.raises(AssetInUse, match="theme 1 of"):
        assets.delete(f"ASSET#{logo}")
    assert assets.content(logo)[1] == png


def test_an_asset_that_no_published_theme_uses_is_deleted_whole(
    service: BrandingService,
    assets: AssetService,
    business: str,
    logo: str,
    png: bytes,
    tmp_path: Path,
) -> None:
    assets.upload(business, logo, "logo", png)
    service.create_draft(business)
    service.publish(business, 1, expected=None, by="ada")
    assets.delete(logo)
    assert assets.db.asset.get(logo) is None
    assert assets.of_business(business) == ([], None)
    assert list((tmp_path / "assets").iterdir()) == []


def test_a_deleted_id_is_never_given_to_other_bytes(
    assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    assets.upload(business, logo, "logo", png)
    assets.delete(logo)
    with pytest.raises(AlreadyExists, match="Choose another id"):
        assets.upload(business, logo, "logo", new_png())
    assert assets.upload(business, logo, "logo", png).asset_id == logo


def test_a_mark_protects_an_asset_also_where_the_themes_are_gone(
    service: BrandingService, assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    asset = assets.upload(business, logo, "logo", png)
    service.create_draft(business, assets=[logo])
    service.publish(business, 1, expected=None, by="ada")
    service.db.theme.delete(business, 1)
    service.db.published_marker.delete(business)
    with pytest.raises(AssetInUse):
        assets.delete(asset.asset_id)


def test_it_is_known_which_themes_use_an_asset(
    service: BrandingService, assets: AssetService, business: str, logo: str, png: bytes
) -> None:
    assets.upload(business, logo, "logo", png)
    for chosen in ([logo], [], [f"ASSET#{logo}"]):
        service.create_draft(business, assets=chosen)
    assert [theme.version for theme in assets.uses(business)[logo]] == [3, 1]


def test_a_missing_asset_is_not_deleted(assets: AssetService, logo: str) -> None:
    with pytest.raises(ItemMissing):
        assets.delete(logo)


@pytest.mark.parametrize("asset_id", ["", "../x", "a/b", "a#b", "-a", ".a", "a" * 101, "á"])
def test_an_asset_id_is_plain(
    assets: AssetService, business: str, png: bytes, asset_id: str
) -> None:
    with pytest.raises(OperationError, match="is not an asset id"):
        assets.upload(business, asset_id, "logo", png)
