"""Several tables of one design: each operation reaches its own, and transactions reach them all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import tavola
from tavola import AlreadyExists, OperationError, UniqueTaken, WriteEvent
from tavola.stores.opening import open_store
from tests.patience import eventually
from tests.table.generated import async_arcade
from tests.table.generated.arcade import Arcade, Club, Membership, Player, Receipt, Score
from tests.table.generated.circuit import Circuit, Domain, Entry, Match
from tests.table.stores import Home


def names_of(table: Arcade) -> list[str]:
    return sorted(table.table_names)


def test_items_of_each_model_are_in_their_own_table(arcade: Arcade, some: str) -> None:
    player = arcade.player.create(player_id=some, email=some)
    club = arcade.club.create(club_id=some, email=some)
    receipt = arcade.receipt.create(receipt_id=some, player_id=some)

    assert arcade.player.get(some) == player
    assert arcade.club.find_by_email(some) == club
    assert arcade.receipt.get(some) == receipt
    assert names_of(arcade) == ["clubs", "receipts", "scores"]


def test_one_unique_value_may_stand_in_two_tables(arcade: Arcade, some: str) -> None:
    player = arcade.player.create(player_id=some, email=some)
    club = arcade.club.create(club_id=some, email=some)

    with pytest.raises(UniqueTaken):
        arcade.club.create(club_id=f"{some}-2", email=some)
    assert (arcade.player.find_by_email(some), arcade.club.find_by_email(some)) == (player, club)


def test_queries_and_patterns_read_the_index_of_their_table(arcade: Arcade, some: str) -> None:
    scores = [Score(player_id=f"{some}-{n}", game=some, points=n) for n in range(3)]
    arcade.score.put_all(scores)
    arcade.membership.create(club_id=some, player_id=some)

    def best() -> list[Score]:
        return arcade.score.best_of_all(game=some).items

    def clubs() -> list[str]:
        return [one.club_id for one in arcade.membership.clubs_for_player(player_id=some)]

    assert eventually(best, [scores[2], scores[1]]) == [scores[2], scores[1]]
    assert eventually(clubs, [some]) == [some]


def test_collections_read_their_own_table(arcade: Arcade, some: str) -> None:
    player = arcade.player.create(player_id=some)
    score = arcade.score.create(player_id=some, game="go", points=1)
    club = arcade.club.create(club_id=some)
    member = arcade.membership.create(club_id=some, player_id=some)

    assert arcade.player_file(player_id=some).items == [player, score]
    assert arcade.club_file(club_id=some).items == [club, member]


def test_relations_lead_from_one_table_to_another(arcade: Arcade, some: str) -> None:
    player = arcade.player.create(player_id=some)
    club = arcade.club.create(club_id=some)
    member = arcade.membership.create(club_id=some, player_id=some)
    receipt = arcade.receipt.create(receipt_id=some, player_id=some)

    assert receipt.get_player() == player
    assert (member.get_club(), member.get_player()) == (club, player)
    assert club.get_players().items == [player]
    assert eventually(lambda: player.get_clubs().items, [club]) == [club]


def test_a_transaction_writes_to_all_tables_or_to_none(arcade: Arcade, some: str) -> None:
    player = arcade.player.create(player_id=some)
    with arcade.transaction() as tx:
        tx.update(player, Player.fields.wins.add(1))
        club = tx.create(Club(club_id=some, email=some))
        tx.create(Membership(club_id=some, player_id=some))
        tx.create(Receipt(receipt_id=some))

    assert (player.refresh().wins, arcade.club.get(some)) == (1, club)
    with pytest.raises(AlreadyExists), arcade.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Score(player_id=some, game="go", points=3))
        tx.create(Receipt(receipt_id=some))
    assert arcade.score.get(some, "go") is None


def test_checks_saves_and_deletes_of_a_transaction_find_their_tables(
    arcade: Arcade, some: str
) -> None:
    player = arcade.player.create(player_id=some, email=some)
    club = arcade.club.create(club_id=some, email=some)
    receipt = arcade.receipt.create(receipt_id=some)
    player.email, club.email = f"{some}-new", f"{some}-new"
    with arcade.transaction() as tx:
        tx.save(player)
        tx.save(club)
        tx.check(receipt, Receipt.fields.receipt_id == some)
        tx.check_key(Membership, {"clubId": some, "playerId": "x"}, {"clubId": {"$exists": False}})

    assert arcade.club.find_by_email(f"{some}-new") == club.refresh()
    with arcade.transaction() as tx:
        tx.delete(player)
        tx.delete(receipt)
    assert (arcade.player.get(some), arcade.receipt.get(some)) == (None, None)
    assert arcade.club.get(some) == club


def test_gets_of_several_tables_travel_in_one_block(arcade: Arcade, some: str) -> None:
    player = arcade.player.create(player_id=some)
    receipt = arcade.receipt.create(receipt_id=some)

    with arcade.batch() as batch:
        first = batch.get(arcade.player.plan.get(some))
        second = batch.get(arcade.receipt.plan.get(some))
        third = batch.get(arcade.club.plan.get(some))

    assert (first.item, second.item, third.item) == (player, receipt, None)


def test_an_instance_saves_and_deletes_itself_where_it_was_read(arcade: Arcade, some: str) -> None:
    club = arcade.club.create(club_id=some)
    club.email = some
    club.save()

    assert arcade.club.find_by_email(some) == club
    assert (club.delete(), arcade.club.get(some)) == (True, None)


def test_async_tables_do_the_same(home: Home, arcade: Arcade, some: str) -> None:
    pattern = arcade.table_names["scores"].removesuffix("scores") + "*"

    async def scenario() -> None:
        async with await home.open_async(async_arcade.Arcade, pattern) as opened:
            async with opened.transaction() as tx:
                tx.create(async_arcade.Player(player_id=some, wins=2))
                tx.create(async_arcade.Receipt(receipt_id=some, player_id=some))
            player, receipt, club = await asyncio.gather(
                opened.player.get(some), opened.receipt.get(some), opened.club.get(some)
            )
            assert receipt is not None
            assert (player, club) == (await receipt.get_player(), None)
            assert arcade.player.get(some) == Player(player_id=some, wins=2)

    asyncio.run(scenario())


def test_one_file_holds_all_tables(tmp_path: Path) -> None:
    file = str(tmp_path / "arcade.db")
    with Arcade.open(file) as arcade:
        arcade.club.create(club_id="a")
        arcade.receipt.create(receipt_id="b")
        assert arcade.table_names == {"scores": "scores", "clubs": "clubs", "receipts": "receipts"}
        assert repr(arcade) == "<Arcade: table 'scores', table 'clubs', table 'receipts'>"
    with Arcade.open(file) as arcade:
        assert arcade.club.get("a") is not None
        assert arcade.receipt.get("b") is not None


def test_a_star_stands_for_each_tables_own_name(tmp_path: Path) -> None:
    with Arcade.open(str(tmp_path / "arcade.db"), table="test-*-1") as arcade:
        names = {"scores": "test-scores-1", "clubs": "test-clubs-1", "receipts": "test-receipts-1"}
        assert arcade.table_names == names


def test_a_location_for_each_table_names_it() -> None:
    store, _ = open_store("memory:")
    where = "dynamodb://eu-west-1/{}?endpoint=http://127.0.0.1:0"
    names = {"clubs": "c", "scores": "s", "receipts": "r"}
    locations = {name: where.format(short) for name, short in names.items()}

    arcade = Arcade.open(locations, store=store)

    assert arcade.table_names == {"scores": "s", "clubs": "c", "receipts": "r"}


ONE = "dynamodb://eu-west-1/one"
WRONG = [
    (ONE, "Table 'one' names one table, and the design has scores, clubs, receipts."),
    ("dynamodb://eu-west-1/*-*", "Table '*-*' has several '*'."),
    ({"scores": ONE}, "open: there is no location for 'clubs'."),
    (dict.fromkeys(("scores", "clubs", "receipts", "x"), ONE), "open: there is no table 'x'."),
    (dict.fromkeys(("scores", "clubs", "receipts"), ONE), "open: two tables have one name"),
    (
        {"scores": ONE, "clubs": "dynamodb://eu-west-2/c", "receipts": "dynamodb://eu-west-1/r"},
        "open: the tables are on different stores.",
    ),
    (
        {"scores": ONE, "clubs": f"{ONE}c?endpoint=http://a:1", "receipts": f"{ONE}r"},
        "open: the tables are on different stores.",
    ),
]


@pytest.mark.parametrize(("location", "message"), WRONG)
def test_a_location_that_does_not_fit_the_tables_is_refused(
    location: str | dict[str, str], message: str
) -> None:
    with pytest.raises(OperationError) as refused:
        Arcade.open(location)

    assert str(refused.value).startswith(message)


def test_the_name_of_the_table_is_asked_for_in_vain() -> None:
    with Arcade.open("memory:") as arcade, pytest.raises(OperationError) as refused:
        _ = arcade.table_name

    assert str(refused.value) == (
        "Arcade has several tables, scores, clubs, receipts. Ask for table_names."
    )


def test_a_tenant_scopes_the_table_that_has_tenants(circuit: Circuit, some: str) -> None:
    acme, umbra = circuit.tenant(f"a-{some}"), circuit.tenant(f"u-{some}")
    match = acme.match.create(match_id=some, slug=some)
    other = umbra.match.create(match_id=some, slug=some, seats=2)

    assert (acme.match.get(some), umbra.match.find_by_slug(some)) == (match, other)


def test_models_of_a_table_without_tenants_are_reached_as_those_without_tenant(
    circuit: Circuit, some: str
) -> None:
    entry = circuit.untenanted.entry.create(entry_id=some)

    assert circuit.untenanted.entry.get(some) == entry
    for table in (circuit, circuit.tenant("a")):
        with pytest.raises(OperationError, match=r"Use db\.untenanted\.entry"):
            table.entry.get(some)
    with pytest.raises(OperationError, match="no tenant is given"):
        circuit.untenanted.match.get(some)


def test_a_tenants_transaction_takes_writes_of_no_tenant(circuit: Circuit, some: str) -> None:
    acme, anyone = circuit.tenant(f"a-{some}"), circuit.untenanted
    with acme.transaction() as tx:
        tx.create(Match(match_id=some))
        tx.add(anyone.domain.plan.create(host=some, owner="acme"))
        tx.add(anyone.entry.plan.add(Entry(entry_id=some, text="new")))

    assert acme.match.get(some) is not None
    assert anyone.domain.get(some) == Domain(host=some, owner="acme")
    assert anyone.entry.get(some) == Entry(entry_id=some, text="new")


def test_a_tenants_transaction_undoes_writes_of_no_tenant_too(circuit: Circuit, some: str) -> None:
    acme, anyone = circuit.tenant(f"a-{some}"), circuit.untenanted
    anyone.domain.create(host=some, owner="umbra")
    with pytest.raises(AlreadyExists), acme.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Match(match_id=some))
        tx.add(anyone.entry.plan.add(Entry(entry_id=some)))
        tx.add(anyone.domain.plan.create(host=some, owner="acme"))

    assert (acme.match.get(some), anyone.entry.get(some)) == (None, None)


def test_no_instance_of_another_tenant_slips_into_a_transaction(
    circuit: Circuit, some: str
) -> None:
    acme, umbra = circuit.tenant(f"a-{some}"), circuit.tenant(f"u-{some}")
    match = umbra.match.create(match_id=some)
    match.seats = 3

    with acme.transaction() as tx, pytest.raises(OperationError, match="not part of this"):
        tx.save(match)
    with pytest.raises(OperationError, match="belongs to"):
        acme.match.plan.save(match)
    with pytest.raises(OperationError, match="belongs to"):
        acme.match.put(match)


def test_one_transaction_spans_tenant_and_no_tenant_by_name(circuit: Circuit, some: str) -> None:
    acme, anyone = circuit.tenant(f"a-{some}"), circuit.untenanted
    entry = anyone.entry.create(entry_id=some, text="a")
    entry.text = "b"
    with tavola.transaction(acme, anyone) as tx:
        tx.create(Match(match_id=some))
        tx.create(Domain(host=some, owner="acme"))
        tx.save(entry)

    assert (acme.match.get(some), anyone.entry.get(some)) == (Match(match_id=some), entry)


def test_cursors_belong_to_their_table(arcade: Arcade, some: str) -> None:
    arcade.membership.create(club_id=some, player_id="a")
    arcade.membership.create(club_id=some, player_id="b")
    arcade.score.create(player_id=some, game="go", points=1)
    page = arcade.membership.first_members(club_id=some)
    assert page.cursor

    rest = arcade.membership.first_members(club_id=some, cursor=page.cursor)
    assert [one.player_id for one in rest] == ["b"]
    with pytest.raises(OperationError, match="another query"):
        arcade.score.scores_for_player(player_id=some, cursor=page.cursor)


def test_hooks_of_one_table_hear_of_all(arcade: Arcade, some: str) -> None:
    heard: list[str] = []

    @arcade.hooks.after_save(Club)
    def note_club(event: WriteEvent[Club]) -> None:
        heard.append("club")

    @arcade.hooks.after_save(Receipt)
    def note_receipt(event: WriteEvent[Receipt]) -> None:
        heard.append("receipt")

    arcade.club.create(club_id=some)
    arcade.receipt.create(receipt_id=some)

    assert heard == ["club", "receipt"]
