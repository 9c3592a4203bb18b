"""Users, roles and sign-in, on every backend."""

from __future__ import annotations

import pytest

from tavola_systems.vote.domain.errors import BadArgument, Conflict, Unauthorized, UnknownName
from tavola_systems.vote.domain.roles import Permission, Role, permissions_of
from tavola_systems.vote.service import VoteService
from tests.patience import eventually
from tests.systems.vote.world import BOARD, RANKED, VOTERS, World


def test_the_first_user_owns_the_system_and_others_use_it(service: VoteService) -> None:
    service.commands.register("ada", "ada@example.com", "secret")
    service.commands.register("bo", "bo@example.com", "secret")
    assert service.queries.find_user("ada").role is Role.OWNER
    assert service.queries.find_user("bo").role is Role.USER
    assert service.queries.counts().users == 2


def test_a_name_is_trimmed_and_its_spaces_collapse(service: VoteService) -> None:
    service.commands.register("  Ada \t Lovelace ", "ada@example.com", "secret")
    assert service.queries.find_user("ada lovelace").name == "Ada Lovelace"


def test_sign_in_takes_the_name_or_the_address_in_any_case(world: World) -> None:
    assert world.queries.authenticate("VERA", "vera's password").name == "vera"
    assert world.queries.authenticate("Vera@Example.COM", "vera's password").name == "vera"


@pytest.mark.parametrize(
    ("login", "password"),
    [("vera", "wrong"), ("nobody", "vera's password"), ("vera", ""), ("", "")],
)
def test_a_wrong_sign_in_is_refused_in_one_way(one_world: World, login: str, password: str) -> None:
    with pytest.raises(Unauthorized, match="the name or the password is wrong"):
        one_world.queries.authenticate(login, password)


def test_who_has_no_access_does_not_sign_in(world: World) -> None:
    world.commands.set_role("ada", "vera", Role.NO_ACCESS)
    with pytest.raises(Unauthorized):
        world.queries.authenticate("vera", "vera's password")


@pytest.mark.parametrize("name", ["VERA", "vera", "  Vera "])
def test_a_name_is_taken_in_every_case(world: World, name: str) -> None:
    with pytest.raises(Conflict, match="'vera' is registered already"):
        world.commands.register(name, "new@example.com", "secret")


def test_folding_goes_by_letters_not_by_bytes(world: World) -> None:
    world.commands.register("Straße", "one@example.com", "secret")
    with pytest.raises(Conflict):
        world.commands.register("STRASSE", "two@example.com", "secret")


def test_an_address_is_taken_in_every_case(world: World) -> None:
    with pytest.raises(Conflict, match="address"):
        world.commands.register("new", "VERA@example.com", "secret")
    assert world.queries.search_user("new") is None


@pytest.mark.parametrize(
    ("name", "email", "password", "says"),
    [
        ("", "a@b", "x", "has 0 characters"),
        (" \n ", "a@b", "x", "has 0 characters"),
        ("n" * 201, "a@b", "x", "has 201 characters"),
        ("a@b", "a@b", "x", "holds '@'"),
        ("a\x00b", "a@b", "x", "U\\+0000"),
        ("a\u202eb", "a@b", "x", "U\\+202E"),
        ("a\U0010ffff", "a@b", "x", "U\\+10FFFF"),
        ("new", "a", "x", "is not an address"),
        ("new", "a@b@c", "x", "is not an address"),
        ("new", "a b@c", "x", "is not an address"),
        ("new", "a@" + "b" * 200, "x", "has 202 characters"),
        ("new", "a@b", "", "password: it has 0 characters"),
        ("new", "a@b", "p" * 201, "password: it has 201 characters"),
    ],
)
def test_what_nobody_can_be_called_is_refused(
    one_world: World, name: str, email: str, password: str, says: str
) -> None:
    before = one_world.queries.head()
    with pytest.raises(BadArgument, match=says):
        one_world.commands.register(name, email, password)
    assert one_world.queries.head() == before


@pytest.mark.parametrize(
    "name", ["a#b", "#", "USER#vera", "日本語", "ﬃ" * 200, "ΐ" * 200, "n" * 200]
)
def test_an_odd_name_works_everywhere(world: World, name: str) -> None:
    world.commands.register(name, "odd@example.com", "secret")
    world.drafted()
    world.commands.add_eligible_voters("olga", BOARD, [name])
    world.commands.launch("olga", BOARD)
    world.commands.cast_ballot(name, BOARD, RANKED)
    assert world.queries.authenticate(name, "secret").name == name
    assert world.queries.turnout(BOARD).voted == [name]
    assert [one.name for one in world.queries.elections_of_voter(name)] == [BOARD]


def test_users_are_listed_by_name(world: World) -> None:
    world.commands.register("Zoë", "zoe@example.com", "secret")
    expected = ["ada", "olga", "vera", "viktor", "vilma", "Zoë"]
    eventually(lambda: [user.name for user in world.queries.users()], expected)


def test_a_user_is_found_by_address(world: World) -> None:
    found = world.queries.search_user_by_email("OLGA@example.com")
    assert found is not None
    assert found.name == "olga"
    assert world.queries.search_user_by_email("nobody@example.com") is None


def test_roles_give_permissions() -> None:
    assert permissions_of(Role.NO_ACCESS) == []
    assert permissions_of(Role.VOTER) == [Permission.VIEW_APPLICATION, Permission.VOTE]
    assert permissions_of(Role.OWNER) == list(Permission)


def test_an_admin_sets_roles_below_their_own(world: World) -> None:
    world.commands.set_role("ada", "olga", Role.ADMIN)
    world.commands.set_role("olga", "vera", Role.OBSERVER)
    assert world.queries.find_user("vera").role is Role.OBSERVER


@pytest.mark.parametrize(
    ("actor", "name", "role"),
    [
        ("vera", "viktor", Role.USER),
        ("olga", "olga", Role.OBSERVER),
        ("olga", "ada", Role.USER),
        ("olga", "vera", Role.ADMIN),
        ("olga", "vera", Role.OWNER),
        ("ada", "vera", Role.OWNER),
        ("nobody", "vera", Role.USER),
    ],
)
def test_nobody_sets_a_role_beyond_their_own(
    one_world: World, actor: str, name: str, role: Role
) -> None:
    one_world.commands.set_role("ada", "olga", Role.ADMIN)
    before = one_world.queries.find_user(name).role
    with pytest.raises(Unauthorized):
        one_world.commands.set_role(actor, name, role)
    assert one_world.queries.find_user(name).role is before


def test_ownership_moves_and_leaves_an_auditor(world: World) -> None:
    world.commands.transfer_ownership("ada", "olga")
    assert world.queries.find_user("olga").role is Role.OWNER
    assert world.queries.find_user("ada").role is Role.AUDITOR
    with pytest.raises(Unauthorized):
        world.commands.transfer_ownership("ada", "vera")


def test_a_renamed_user_keeps_elections_eligibility_and_ballot(world: World) -> None:
    world.launched()
    receipt = world.commands.cast_ballot("vera", BOARD, RANKED)
    world.commands.change_name("vera", "vera", "Vera Novak")
    world.commands.change_name("olga", "olga", "Olga")
    ballot = world.queries.search_ballot("vera novak", "Vera Novak", BOARD)
    assert ballot is not None
    assert ballot.confirmation == receipt.confirmation
    assert world.queries.find_election(BOARD).owner_name == "Olga"
    assert world.queries.voters(BOARD) == ["Vera Novak", "viktor", "vilma"]
    assert [one.name for one in world.queries.elections_of_owner("olga")] == [BOARD]
    assert world.queries.search_user("vera") is None
    assert world.queries.authenticate("vera@example.com", "vera's password").name == "Vera Novak"


def test_a_rename_may_change_the_case_alone_but_not_take_a_name(world: World) -> None:
    world.commands.change_name("vera", "vera", "VERA")
    assert world.queries.find_user("vera").name == "VERA"
    with pytest.raises(Conflict):
        world.commands.change_name("VERA", "VERA", "Viktor")
    assert world.commands.change_name("VERA", "VERA", "VERA") is None


def test_an_old_name_is_free_again(world: World) -> None:
    world.commands.change_name("vera", "vera", "wera")
    world.commands.register("Vera", "second@example.com", "secret")
    assert world.queries.find_user("vera").email == "second@example.com"


def test_a_new_address_frees_the_old_one(world: World) -> None:
    world.commands.change_email("vera", "vera", "vera@work.example")
    assert world.queries.authenticate("vera@work.example", "vera's password").name == "vera"
    assert world.queries.search_user_by_email("vera@example.com") is None
    with pytest.raises(Conflict):
        world.commands.change_email("viktor", "viktor", "VERA@work.example")


def test_a_new_password_replaces_the_old_one(world: World) -> None:
    world.commands.change_password("vera", "vera", "better")
    assert world.queries.authenticate("vera", "better").name == "vera"
    with pytest.raises(Unauthorized):
        world.queries.authenticate("vera", "vera's password")


def test_others_are_changed_only_by_somebody_above(world: World) -> None:
    with pytest.raises(Unauthorized):
        world.commands.change_name("viktor", "vera", "other")
    with pytest.raises(Unauthorized):
        world.commands.change_email("olga", "ada", "x@example.com")
    world.commands.change_email("ada", "vera", "x@example.com")
    assert world.queries.find_user("vera").email == "x@example.com"


def test_a_removed_user_is_gone_from_every_list(world: World) -> None:
    world.drafted()
    world.commands.remove_user("ada", "vera")
    assert world.queries.search_user("vera") is None
    assert world.queries.voters(BOARD) == ["viktor", "vilma"]
    assert world.queries.find_election(BOARD).voter_count == 2
    assert world.queries.counts().users == 4
    world.commands.register("vera", "vera@example.com", "secret")


def test_who_has_voted_or_organises_is_not_removed(world: World) -> None:
    world.launched()
    world.commands.cast_ballot("vera", BOARD, RANKED)
    with pytest.raises(Conflict, match="has voted"):
        world.commands.remove_user("ada", "vera")
    with pytest.raises(Conflict, match="organises 1 elections"):
        world.commands.remove_user("ada", "olga")
    with pytest.raises(Conflict, match="nobody removes themselves"):
        world.commands.remove_user("ada", "ada")
    with pytest.raises(UnknownName):
        world.commands.remove_user("ada", "nobody")


def test_the_only_user_may_leave(service: VoteService) -> None:
    service.commands.register("ada", "ada@example.com", "secret")
    service.commands.remove_user("ada", "ada")
    service.commands.register("bo", "bo@example.com", "secret")
    assert service.queries.find_user("bo").role is Role.OWNER


def test_an_admitted_voter_has_no_password(world: World) -> None:
    world.commands.admit("olga", "wanda", "wanda@example.com")
    wanda = world.queries.find_user("wanda")
    assert (wanda.role, wanda.has_password) == (Role.VOTER, False)
    with pytest.raises(Unauthorized):
        world.queries.authenticate("wanda", "")
    with pytest.raises(Unauthorized):
        world.commands.admit("vera", "xenia", "xenia@example.com")


def test_a_name_like_an_address_cannot_take_a_sign_in(world: World) -> None:
    with pytest.raises(BadArgument):
        world.commands.register("vera@example.com", "eve@example.com", "secret")
    assert [world.queries.find_user(name).name for name in VOTERS] == list(VOTERS)
