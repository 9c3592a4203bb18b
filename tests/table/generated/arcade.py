"""Arcade: typed access to the tables `scores`, `clubs` and `receipts`.

Generated from its design; change that, and generate again:

    tavola generate arcade.yaml -o arcade.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldSchema, Fields, Handle, IndexSchema,
    KeyPair, Methods, ModelSchema, NumberRef, PatternSchema, PhysicalIndex, Placeholder, Plans, Relation, TableSettings, Template, TextRef,
    UniqueSchema, create_method, handle, method, table_of, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, Page, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, PageOptions,
        Query, QueryOptions, Update)

__all__ = ["Arcade", "Club", "Membership", "Player", "Receipt", "Score"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI1", "PlayerKey", "PlayerSort")

_DESIGN = Design(
    name="Arcade", layout="templates", table=TableSettings(name="scores", type_attribute="kind", indexes=(_INDEX_1,)),
    models={
        "Player": ModelSchema(
            name="Player", handle="player",
            fields={
                "playerId": FieldSchema("playerId", "player_id", "StringField", required=True),
                "email": FieldSchema("email", "email", "StringField"),
                "wins": FieldSchema("wins", "wins", "CounterField"),
            },
            key=KeyPair("PK", Template(("PLAYER#", Placeholder("playerId"))), "SK", Template(("PLAYER",))),
            primary_id=Template((Placeholder("playerId"),)),
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("PK", Template(("EMAIL#", Placeholder("email"))), "SK", Template(("EMAIL",)))),
            },
            relations=(
                Relation("query", "Player", "query_scores", target="Score", field="playerId", source="Score", index="scoresForPlayer"),
                Relation("mapping", "Player", "get_clubs", target="Club", field="playerId", source="Membership", index="clubsForPlayer",
                    other_field="clubId"),
            ),
            type_value="Player", counters=("wins",), table="scores",
        ),
        "Score": ModelSchema(
            name="Score", handle="score",
            fields={
                "playerId": FieldSchema("playerId", "player_id", "RelatedField", required=True, model="Player"),
                "game": FieldSchema("game", "game", "StringField", required=True),
                "points": FieldSchema("points", "points", "IntegerField", required=True, minimum=0),
            },
            key=KeyPair("PK", Template(("PLAYER#", Placeholder("playerId"))), "SK", Template(("SCORE#", Placeholder("game")))),
            primary_id=Template((Placeholder("playerId", escaped="%#"), "#", Placeholder("game"))),
            indexes={
                "scoresForPlayer": IndexSchema("scoresForPlayer", "scores_for_player",
                    KeyPair("PK", Template(("PLAYER#", Placeholder("playerId"))), "SK", Template(("SCORE#", Placeholder("game"))))),
                "topScores": IndexSchema("topScores", "top_scores",
                    KeyPair("GSI1PK", Template(("GAME#", Placeholder("game"))), "GSI1SK", Template((Placeholder("points", "int:8"),))),
                    physical=_INDEX_1),
            },
            relations=(Relation("getter", "Score", "get_player", target="Player", field="playerId"),), type_value="Score", table="scores",
        ),
        "Club": ModelSchema(
            name="Club", handle="club",
            fields={
                "clubId": FieldSchema("clubId", "club_id", "StringField", required=True),
                "email": FieldSchema("email", "email", "StringField"),
                "members": FieldSchema("members", "members", "CounterField"),
            },
            key=KeyPair("ClubKey", Template(("CLUB#", Placeholder("clubId"))), "ClubSort", Template(("CLUB",))),
            primary_id=Template((Placeholder("clubId"),)),
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("ClubKey", Template(("EMAIL#", Placeholder("email"))), "ClubSort", Template(("EMAIL",)))),
            },
            relations=(
                Relation("mapping", "Club", "get_players", target="Player", field="clubId", source="Membership", index="playersForClub",
                    other_field="playerId"),
            ),
            type_value="Club", counters=("members",), table="clubs",
        ),
        "Membership": ModelSchema(
            name="Membership", handle="membership",
            fields={
                "clubId": FieldSchema("clubId", "club_id", "RelatedField", required=True, model="Club"),
                "playerId": FieldSchema("playerId", "player_id", "RelatedField", required=True, model="Player"),
            },
            key=KeyPair("ClubKey", Template(("CLUB#", Placeholder("clubId"))), "ClubSort", Template(("MEMBER#", Placeholder("playerId")))),
            primary_id=Template((Placeholder("clubId", escaped="%#"), "#", Placeholder("playerId"))),
            indexes={
                "playersForClub": IndexSchema("playersForClub", "players_for_club",
                    KeyPair("ClubKey", Template(("CLUB#", Placeholder("clubId"))), "ClubSort", Template(("MEMBER#", Placeholder("playerId"))))),
                "clubsForPlayer": IndexSchema("clubsForPlayer", "clubs_for_player",
                    KeyPair("PlayerKey", Template(("PLAYER#", Placeholder("playerId"))), "PlayerSort", Template(("CLUB#", Placeholder("clubId")))),
                    physical=_INDEX_2),
            },
            relations=(
                Relation("getter", "Membership", "get_club", target="Club", field="clubId"),
                Relation("getter", "Membership", "get_player", target="Player", field="playerId"),
            ),
            type_value="Membership", is_mapping=True, table="clubs",
        ),
        "Receipt": ModelSchema(
            name="Receipt", handle="receipt",
            fields={
                "receiptId": FieldSchema("receiptId", "receipt_id", "StringField", required=True),
                "playerId": FieldSchema("playerId", "player_id", "RelatedField", model="Player"),
            },
            key=KeyPair("Receipt", Template((Placeholder("receiptId"),))), primary_id=Template((Placeholder("receiptId"),)),
            relations=(Relation("getter", "Receipt", "get_player", target="Player", field="playerId"),), type_value="Receipt", table="receipts",
        ),
    },
    collections={
        "playerFile": CollectionSchema(
            name="playerFile", python_name="player_file", models=("Player", "Score"), partition_attribute="PK",
            partition=Template(("PLAYER#", Placeholder("playerId"))),
            arguments=(
                CollectionArgument(name="playerId", python_name="player_id",
                    field=FieldSchema("playerId", "player_id", "StringField", required=True)),
            ),
            sort_attribute="SK",
        ),
        "clubFile": CollectionSchema(
            name="clubFile", python_name="club_file", models=("Club", "Membership"), partition_attribute="ClubKey",
            partition=Template(("CLUB#", Placeholder("clubId"))),
            arguments=(
                CollectionArgument(name="clubId", python_name="club_id", field=FieldSchema("clubId", "club_id", "StringField", required=True)),
            ),
            sort_attribute="ClubSort",
        ),
    },
    patterns={
        "bestOfAll": PatternSchema(name="bestOfAll", python_name="best_of_all", model="Score", index="topScores", limit=2, descending=True),
        "firstMembers": PatternSchema(name="firstMembers", python_name="first_members", model="Membership", index="playersForClub", limit=1),
    },
    more_tables=(
        TableSettings(name="clubs", partition_key="ClubKey", sort_key="ClubSort", indexes=(_INDEX_2,)),
        TableSettings(name="receipts", partition_key="Receipt", sort_key=None),
    ),
)

PlayerField = Literal["player_id", "email", "wins"]


class PlayerFields(Fields):
    """Player's fields, for building conditions and changes."""

    player_id: TextRef
    email: TextRef
    wins: NumberRef[int]


class PlayerChanges(TypedDict, total=False):
    """What an update of a Player may set."""

    email: str | None
    wins: int


class Player(Record, schema=_DESIGN.models["Player"]):
    """A Player.

    - key: PK = PLAYER#{playerId}, SK = PLAYER
    - uniqueEmail, a lock: PK = EMAIL#{email}, SK = EMAIL
    """

    fields: ClassVar[PlayerFields]
    player_id: str
    email: str | None = None
    wins: int = 0

    def query_scores(self, *, game: str | SortCondition | None = None, **options: Unpack[QueryOptions[ScoreField]]) -> Page[Score]:
        """Query `scoresForPlayer`: the Score items whose `player_id` is this one."""
        return table_of(self, Arcade).score.scores_for_player(player_id=self.player_id, game=game, **options)

    def get_clubs(self, *, club_id: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Club]:
        """Read the Club items of this one, in the order of Membership's `clubsForPlayer`."""
        mapping = table_of(self, Arcade).membership.plan.clubs_for_player(player_id=self.player_id, club_id=club_id, **options)
        return table_of(self, Arcade).club.reach(mapping, "clubId")


ScoreField = Literal["player_id", "game", "points"]


class ScoreFields(Fields):
    """Score's fields, for building conditions and changes."""

    player_id: TextRef
    game: TextRef
    points: NumberRef[int]


class ScoreChanges(TypedDict, total=False):
    """What an update of a Score may set."""

    points: int


class Score(Record, schema=_DESIGN.models["Score"]):
    """A Score.

    - key: PK = PLAYER#{playerId}, SK = SCORE#{game}
    - scoresForPlayer: key
    - topScores (GSI1): GSI1PK = GAME#{game}, GSI1SK = {points:08d}
    """

    fields: ClassVar[ScoreFields]
    player_id: str
    game: str
    points: int

    def get_player(self) -> Player | None:
        """Read the Player that `player_id` refers to."""
        return table_of(self, Arcade).player.get_by_id(self.player_id)


ClubField = Literal["club_id", "email", "members"]


class ClubFields(Fields):
    """Club's fields, for building conditions and changes."""

    club_id: TextRef
    email: TextRef
    members: NumberRef[int]


class ClubChanges(TypedDict, total=False):
    """What an update of a Club may set."""

    email: str | None
    members: int


class Club(Record, schema=_DESIGN.models["Club"]):
    """A Club.

    - key: ClubKey = CLUB#{clubId}, ClubSort = CLUB
    - uniqueEmail, a lock: ClubKey = EMAIL#{email}, ClubSort = EMAIL
    """

    fields: ClassVar[ClubFields]
    club_id: str
    email: str | None = None
    members: int = 0

    def get_players(self, *, player_id: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Player]:
        """Read the Player items of this one, in the order of Membership's `playersForClub`."""
        mapping = table_of(self, Arcade).membership.plan.players_for_club(club_id=self.club_id, player_id=player_id, **options)
        return table_of(self, Arcade).player.reach(mapping, "playerId")


MembershipField = Literal["club_id", "player_id"]


class MembershipFields(Fields):
    """Membership's fields, for building conditions and changes."""

    club_id: TextRef
    player_id: TextRef


class MembershipChanges(TypedDict, total=False):
    """What an update of a Membership may set."""


class Membership(Record, schema=_DESIGN.models["Membership"]):
    """A Membership.

    - key: ClubKey = CLUB#{clubId}, ClubSort = MEMBER#{playerId}
    - playersForClub: key
    - clubsForPlayer (GSI1): PlayerKey = PLAYER#{playerId}, PlayerSort = CLUB#{clubId}
    """

    fields: ClassVar[MembershipFields]
    club_id: str
    player_id: str

    def get_club(self) -> Club | None:
        """Read the Club that `club_id` refers to."""
        return table_of(self, Arcade).club.get_by_id(self.club_id)

    def get_player(self) -> Player | None:
        """Read the Player that `player_id` refers to."""
        return table_of(self, Arcade).player.get_by_id(self.player_id)


ReceiptField = Literal["receipt_id", "player_id"]


class ReceiptFields(Fields):
    """Receipt's fields, for building conditions and changes."""

    receipt_id: TextRef
    player_id: TextRef


class ReceiptChanges(TypedDict, total=False):
    """What an update of a Receipt may set."""

    player_id: str | None


class Receipt(Record, schema=_DESIGN.models["Receipt"]):
    """A Receipt.

    - key: Receipt = {receiptId}
    """

    fields: ClassVar[ReceiptFields]
    receipt_id: str
    player_id: str | None = None

    def get_player(self) -> Player | None:
        """Read the Player that `player_id` refers to."""
        return table_of(self, Arcade).player.get_by_id(self.player_id)


class PlayerMethods(Methods[Player]):
    """The methods of Player's handle and plans."""

    create = create_method(Player)
    """Write a new Player; refuse if there is one with its key."""
    upsert = upsert_method(Player)
    """Change a Player, or create it where there is none."""

    @method
    def get(self, player_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Player]:
        """Read the Player with this key; None if there is none."""
        return self._get((player_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Player]:
        """Read Player items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, player_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PlayerChanges]) -> Update[Player]:
        """Change a Player by its key; refuse if there is none."""
        return self._update((player_id,), changes, values, condition)

    @method
    def delete(self, player_id: str, *, condition: Filter | None = None) -> Delete[Player]:
        """Delete a Player by its key; say whether there was one."""
        return self._delete((player_id,), condition)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Player]:
        """Find the one Player with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)


class PlayerPlans(PlayerMethods, Plans[Player]):
    """Operations on Player, unsent."""


class PlayerHandle(PlayerMethods, Handle[Player, PlayerPlans]):
    """The Player items of a table."""


class ScoreMethods(Methods[Score]):
    """The methods of Score's handle and plans."""

    create = create_method(Score)
    """Write a new Score; refuse if there is one with its key."""
    upsert = upsert_method(Score)
    """Change a Score, or create it where there is none."""

    @method
    def get(self, player_id: str, game: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Score]:
        """Read the Score with this key; None if there is none."""
        return self._get((player_id, game), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Score]:
        """Read Score items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, player_id: str, game: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ScoreChanges]) -> Update[Score]:
        """Change a Score by its key; refuse if there is none."""
        return self._update((player_id, game), changes, values, condition)

    @method
    def delete(self, player_id: str, game: str, *, condition: Filter | None = None) -> Delete[Score]:
        """Delete a Score by its key; say whether there was one."""
        return self._delete((player_id, game), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Score]:
        """Delete Score items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def scores_for_player(self, *, player_id: str, game: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[ScoreField]]) -> Query[Score]:
        """Query `scoresForPlayer` in the table: PK = PLAYER#{playerId}, SK = SCORE#{game}."""
        return self._query("scoresForPlayer", {"player_id": player_id, "game": game}, **options)

    @method
    def top_scores(self, *, game: str, points: int | SortCondition | None = None, **options: Unpack[IndexOptions[ScoreField]]) -> Query[Score]:
        """Query `topScores` in GSI1: GSI1PK = GAME#{game}, GSI1SK = {points:08d}."""
        return self._query("topScores", {"game": game, "points": points}, **options)

    @method
    def best_of_all(self, *, game: str, points: int | SortCondition | None = None, **options: Unpack[IndexOptions[ScoreField]]) -> Query[Score]:
        """Query `bestOfAll`: topScores."""
        return self._pattern("bestOfAll", {"game": game, "points": points}, **options)


class ScorePlans(ScoreMethods, Plans[Score]):
    """Operations on Score, unsent."""


class ScoreHandle(ScoreMethods, Handle[Score, ScorePlans]):
    """The Score items of a table."""


class ClubMethods(Methods[Club]):
    """The methods of Club's handle and plans."""

    create = create_method(Club)
    """Write a new Club; refuse if there is one with its key."""
    upsert = upsert_method(Club)
    """Change a Club, or create it where there is none."""

    @method
    def get(self, club_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Club]:
        """Read the Club with this key; None if there is none."""
        return self._get((club_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Club]:
        """Read Club items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, club_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ClubChanges]) -> Update[Club]:
        """Change a Club by its key; refuse if there is none."""
        return self._update((club_id,), changes, values, condition)

    @method
    def delete(self, club_id: str, *, condition: Filter | None = None) -> Delete[Club]:
        """Delete a Club by its key; say whether there was one."""
        return self._delete((club_id,), condition)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Club]:
        """Find the one Club with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)


class ClubPlans(ClubMethods, Plans[Club]):
    """Operations on Club, unsent."""


class ClubHandle(ClubMethods, Handle[Club, ClubPlans]):
    """The Club items of a table."""


class MembershipMethods(Methods[Membership]):
    """The methods of Membership's handle and plans."""

    create = create_method(Membership)
    """Write a new Membership; refuse if there is one with its key."""
    upsert = upsert_method(Membership)
    """Change a Membership, or create it where there is none."""

    @method
    def get(self, club_id: str, player_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Membership]:
        """Read the Membership with this key; None if there is none."""
        return self._get((club_id, player_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Membership]:
        """Read Membership items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, club_id: str, player_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[MembershipChanges]) -> Update[Membership]:
        """Change a Membership by its key; refuse if there is none."""
        return self._update((club_id, player_id), changes, values, condition)

    @method
    def delete(self, club_id: str, player_id: str, *, condition: Filter | None = None) -> Delete[Membership]:
        """Delete a Membership by its key; say whether there was one."""
        return self._delete((club_id, player_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Membership]:
        """Delete Membership items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def players_for_club(self, *, club_id: str, player_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[MembershipField]]) -> Query[Membership]:
        """Query `playersForClub` in the table: ClubKey = CLUB#{clubId}, ClubSort = MEMBER#{playerId}."""
        return self._query("playersForClub", {"club_id": club_id, "player_id": player_id}, **options)

    @method
    def clubs_for_player(self, *, player_id: str, club_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[MembershipField]]) -> Query[Membership]:
        """Query `clubsForPlayer` in GSI1: PlayerKey = PLAYER#{playerId}, PlayerSort = CLUB#{clubId}."""
        return self._query("clubsForPlayer", {"player_id": player_id, "club_id": club_id}, **options)

    @method
    def first_members(self, *, club_id: str, player_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[MembershipField]]) -> Query[Membership]:
        """Query `firstMembers`: playersForClub."""
        return self._pattern("firstMembers", {"club_id": club_id, "player_id": player_id}, **options)


class MembershipPlans(MembershipMethods, Plans[Membership]):
    """Operations on Membership, unsent."""


class MembershipHandle(MembershipMethods, Handle[Membership, MembershipPlans]):
    """The Membership items of a table."""


class ReceiptMethods(Methods[Receipt]):
    """The methods of Receipt's handle and plans."""

    create = create_method(Receipt)
    """Write a new Receipt; refuse if there is one with its key."""
    upsert = upsert_method(Receipt)
    """Change a Receipt, or create it where there is none."""

    @method
    def get(self, receipt_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Receipt]:
        """Read the Receipt with this key; None if there is none."""
        return self._get((receipt_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Receipt]:
        """Read Receipt items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, receipt_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ReceiptChanges]) -> Update[Receipt]:
        """Change a Receipt by its key; refuse if there is none."""
        return self._update((receipt_id,), changes, values, condition)

    @method
    def delete(self, receipt_id: str, *, condition: Filter | None = None) -> Delete[Receipt]:
        """Delete a Receipt by its key; say whether there was one."""
        return self._delete((receipt_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Receipt]:
        """Delete Receipt items by their keys, in batches."""
        return self._delete_all(keys)


class ReceiptPlans(ReceiptMethods, Plans[Receipt]):
    """Operations on Receipt, unsent."""


class ReceiptHandle(ReceiptMethods, Handle[Receipt, ReceiptPlans]):
    """The Receipt items of a table."""


class ArcadeCollections(Collections):
    """Reads of several models at once."""

    @method
    def player_file(self, *, player_id: str, **options: Unpack[CollectOptions]) -> Collect[Player | Score]:
        """Read `playerFile`: the items of all its models with PK = PLAYER#{playerId}."""
        return self._collect("playerFile", {"playerId": player_id}, **options)

    @method
    def club_file(self, *, club_id: str, **options: Unpack[CollectOptions]) -> Collect[Club | Membership]:
        """Read `clubFile`: the items of all its models with ClubKey = CLUB#{clubId}."""
        return self._collect("clubFile", {"clubId": club_id}, **options)


class ArcadePlans(ArcadeCollections, CollectionPlans):
    """The same, unsent."""


class Arcade(ArcadeCollections, Table):
    """The tables `scores`, `clubs` and `receipts` on a store."""

    design = _DESIGN
    models = (Player, Score, Club, Membership, Receipt)

    player = handle(Player, PlayerHandle, PlayerPlans)
    """The Player items."""
    score = handle(Score, ScoreHandle, ScorePlans)
    """The Score items."""
    club = handle(Club, ClubHandle, ClubPlans)
    """The Club items."""
    membership = handle(Membership, MembershipHandle, MembershipPlans)
    """The Membership items."""
    receipt = handle(Receipt, ReceiptHandle, ReceiptPlans)
    """The Receipt items."""

    @cached_property
    def plan(self) -> ArcadePlans:
        """Collections, unsent."""
        return ArcadePlans(self)
